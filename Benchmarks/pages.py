#!/usr/bin/env python3
"""Holds the streams of open pages, and measures the time from the check that finds a fault, or its end, until the pages have received it:
pages.py PORT PAGES ROUNDS LOG PID. This process is the server of the target. LOG is the log of the daemon, which has the time of a finding.
"""
import asyncio
import calendar
import json
import os
import re
import statistics
import sys
import time

port, count, rounds, log, pid = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4], sys.argv[5]
ROW = re.compile(r'class="m (up|down)".*>Shop<|>Shop<.*class="m (up|down)"', re.DOTALL)


class Page:
    """One open page: the state of the target that it shows, and since when."""

    def __init__(self):
        self.state, self.at = None, 0.0

    async def hold(self, arrived):
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)
        writer.write(b"GET /page/live?view=overview HTTP/1.1\r\nHost: localhost\r\n\r\n")
        head = await reader.readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 200"):
            sys.exit("pages: " + head.decode().splitlines()[0])
        while line := await reader.readline():
            if not line.startswith(b"data: {"):
                continue
            now = time.time()
            for part in json.loads(line[6:]).get("parts", {}).values():
                if "<tr" in part and (found := ROW.search(part)):
                    state = found[1] or found[2]
                    if state != self.state:
                        self.state, self.at = state, now
                        arrived.set()


async def until(pages, state, arrived):
    async with asyncio.timeout(60):
        while not all(page.state == state for page in pages):
            arrived.clear()
            if not all(page.state == state for page in pages):
                await arrived.wait()


def found(words, after):
    """The time at which the daemon logged the words, in seconds since 1970."""
    for line in open(log):
        if words in line:
            stamp = line.split()[0]
            at = calendar.timegm(time.strptime(stamp[:19], "%Y-%m-%dT%H:%M:%S")) + int(stamp[20:23]) / 1000
            if at >= after:
                return at
    sys.exit(f"pages: the log does not say: {words}")


def processor_time():
    fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def main():
    async def serve():
        return await asyncio.start_server(lambda reader, writer: writer.close(), "127.0.0.1", 8081)

    server = await serve()
    arrived = asyncio.Event()
    pages = [Page() for _ in range(count)]
    tasks = [asyncio.create_task(page.hold(arrived)) for page in pages]
    for task in tasks:
        task.add_done_callback(lambda task: task.cancelled() or (task.exception() and sys.exit(f"pages: {task.exception()}")))
    await until(pages, "up", arrived)
    first, last, used = [], [], []
    for _ in range(rounds):
        for state, words in (("down", "Shop is connectionDown"), ("up", "Shop is connectionUp")):
            began, before = time.time(), processor_time()
            if state == "down":
                server.close()
                await server.wait_closed()
            else:
                server = await serve()
            await until(pages, state, arrived)
            at = found(words, began - 0.001)
            first.append((min(page.at for page in pages) - at) * 1000)
            last.append((max(page.at for page in pages) - at) * 1000)
            used.append((processor_time() - before) * 1000)
    for task in tasks:
        task.cancel()
    print(f"| {count} open pages, {2 * rounds} events | ms | goal |")
    print("| --- | --- | --- |")
    print(f"| from the finding to the first page, median | {statistics.median(first):.0f} |  |")
    print(f"| to the last page, median | {statistics.median(last):.0f} | 100 |")
    print(f"| to the last page, worst | {max(last):.0f} |  |")
    print(f"| processor time of the daemon for each event, with the checks until it, median | {statistics.median(used):.0f} |  |")


asyncio.run(main())
