"""Attacks a netdiagd, and measures how it serves other clients in the meantime. Prints one row of overload.sh's table.

overload.py PID SOCKET ADDRESS PORT SECONDS NAME COUNT: opens COUNT connections, 200 of which pipeline. A negative count uses 250 client
addresses. 0 opens none, if another program attacks.
"""

import asyncio
import socket
import sys
import threading
import time

PID, PATH, ADDRESS, PORT, SECONDS, NAME, COUNT = sys.argv[1:]
PORT, SECONDS, COUNT = int(PORT), float(SECONDS), int(COUNT)


def memory():
    with open(f"/proc/{PID}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("RssAnon")) / 1024


async def ask(open_connection, host):
    """The response time in seconds, including the connection."""
    began = time.monotonic()
    reader, writer = await open_connection()
    writer.write(f"GET /healthz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
    line = await asyncio.wait_for(reader.readline(), 30)
    writer.close()
    if b" 200 " not in line:
        raise RuntimeError(f"answered {line!r}")
    return time.monotonic() - began


def attack(stop, held):
    request = f"GET /v1/status HTTP/1.1\r\nHost: {ADDRESS}\r\n\r\n".encode() * 500
    pipelines = COUNT == 200
    for index in range(abs(COUNT)):
        client = socket.socket()
        client.setblocking(False)
        source = f"10.9.1.{index % 250 + 1}" if COUNT < 0 else "10.9.1.1"
        if pipelines:
            source = f"10.9.{1 + index // 25}.1"
        client.bind((source, 0))
        try:
            client.connect((ADDRESS, PORT))
        except BlockingIOError:
            pass
        held.append(client)
        if stop.is_set():
            return
    while pipelines and not stop.is_set():
        for client in held:
            try:
                client.send(request)
            except OSError:
                pass
        time.sleep(0.01)


async def main():
    stop, held = threading.Event(), []
    attacker = threading.Thread(target=attack, args=(stop, held))
    attacker.start()
    worst, most, failed, end = {"tcp": 0, "unix": 0}, 0, 0, time.monotonic() + SECONDS
    kinds = {
        "tcp": lambda: asyncio.open_connection(ADDRESS, PORT, local_addr=("10.9.200.1", 0)),
        "unix": lambda: asyncio.open_unix_connection(PATH),
    }
    while time.monotonic() < end:
        for kind, connect in kinds.items():
            try:
                worst[kind] = max(worst[kind], await ask(connect, ADDRESS))
            except (OSError, RuntimeError, asyncio.TimeoutError) as error:
                failed += 1
                print(f"{NAME}, {kind}: {error!r}", file=sys.stderr)
        most = max(most, memory())
        await asyncio.sleep(0.1)
    stop.set()
    attacker.join()
    count = f"{abs(COUNT):,}" if COUNT else ""
    note = f" ({failed} not served)" if failed else ""
    tcp, unix = worst["tcp"] * 1000, worst["unix"] * 1000
    print(f"| {NAME} | {count} | {tcp:.0f}{note} | {unix:.0f} | {most:.1f} |", flush=True)


asyncio.run(main())
