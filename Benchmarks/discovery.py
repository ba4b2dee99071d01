#!/usr/bin/env python3
"""The time measurements and the raw announcer of discovery.sh. A host is identified by the PID of a process in its namespaces."""
import json
import os
import re
import selectors
import socket
import statistics
import struct
import subprocess
import sys
import time


def on(host):
    return ["nsenter", "--target", host, "--net", "--mount", "--"]


def environment(way):
    variables = dict(os.environ)
    if way == "alone":
        variables["NETDIAG_SOCKET"] = "/run/nowhere/netdiag.sock"
    return variables


class Watcher:
    """A running browser, with the time of each of its output lines."""

    def __init__(self, command, variables, is_found):
        self.process = subprocess.Popen(
            command, env=variables, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0)
        self.is_found = is_found
        self.rest = b""
        self.found = {}

    def read(self):
        data = os.read(self.process.stdout.fileno(), 1 << 16)
        now = time.monotonic()
        if not data:
            sys.exit(f"{self.process.args} has ended")
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            name = self.is_found(line)
            if name:
                self.found.setdefault(name, now)


def netdiag_line(line):
    event = json.loads(line)
    return event["name"] if event["event"] == "resolved" and event["interface"] == "eth0" else None


def avahi_line(line):
    fields = line.decode().split(";")
    return fields[3] if fields[0] == "=" and fields[1] == "eth0" else None


def latency(there, here, binaries, runs):
    kind = "_latency._tcp"
    browse = [f"{binaries}/netdiag", "browse", kind, "--resolve", "--json"]
    watchers = [
        Watcher(on(here) + browse, environment("daemon"), netdiag_line),
        Watcher(on(here) + browse, environment("alone"), netdiag_line),
        Watcher(on(here) + ["avahi-browse", "-rp", kind], None, avahi_line),
    ]
    selector = selectors.DefaultSelector()
    for watcher in watchers:
        selector.register(watcher.process.stdout, selectors.EVENT_READ, watcher)
    time.sleep(2)
    times = [[] for _ in watchers]
    for run in range(int(runs)):
        name = f"run-{os.getpid()}-{run}"
        start = time.monotonic()
        publisher = subprocess.Popen(
            on(there) + ["avahi-publish", "-s", name, kind, "80", "path=/"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        limit = start + 20
        while any(name not in watcher.found for watcher in watchers):
            if time.monotonic() > limit:
                sys.exit(f"{name} was not found by all: {[name in watcher.found for watcher in watchers]}")
            for key, _ in selector.select(0.5):
                key.data.read()
        for watcher, all_times in zip(watchers, times):
            all_times.append((watcher.found[name] - start) * 1000)
        publisher.terminate()
        publisher.wait()
        # The pause varies, so that it is not synchronised with the second after which avahi removes the service.
        time.sleep(1.3 + 0.01 * (run % 7))
    for watcher in watchers:
        watcher.process.terminate()
    print(*(round(statistics.median(one), 1) for one in times))


def unescaped(text, is_quoted):
    """Decodes decimal escapes of three digits, and backslashes before literal characters."""
    out = bytearray()
    data = text.encode("utf-8", "surrogateescape")
    index = 0
    while index < len(data):
        if data[index] == 0x5C and data[index + 1:index + 4].isdigit():
            out.append(int(data[index + 1:index + 4]))
            index += 4
        elif data[index] == 0x5C:
            out.append(data[index + 1])
            index += 2
        else:
            out.append(data[index])
            index += 1
    return bytes(out).decode("utf-8", "surrogateescape")


def strings(text):
    """Splits "a=b" "c", a TXT record as avahi prints it, in which quotes may or may not be escaped."""
    if not text:
        return []
    return [unescaped(one, True) for one in re.split(r'(?<!\\)" "', text[1:-1])]


def of_avahi(output):
    services = {}
    for line in output.decode("utf-8", "surrogateescape").splitlines():
        if not line.startswith("=;"):
            continue
        _, interface, _, name, kind, domain, host, address, port, txt = line.split(";", 9)
        key = (interface, unescaped(name, False), kind, domain)
        value = services.setdefault(key, {"host": host, "port": int(port), "txt": sorted(strings(txt)), "addresses": []})
        value["addresses"].append(address)
    return services


def of_netdiag(output):
    services = {}
    for line in output.splitlines():
        event = json.loads(line)
        assert event["event"] == "resolved", event
        txt = sorted(
            key if value is None else f"{key}={value}" for key, value in event["txt"].items())
        key = (event["interface"], event["name"], event["type"], event["domain"])
        assert key not in services, key
        services[key] = {
            "host": event["host"], "port": event["port"], "txt": txt,
            "addresses": [address.split("%")[0] for address in event["addresses"]]}
    return services


def list_all(here, binaries, what, way, target):
    command = (
        [f"{binaries}/netdiag", "browse", "--once", "--resolve", "--json"] if what == "netdiag"
        else ["avahi-browse", "-artpk"])
    start = time.monotonic()
    done = subprocess.run(
        on(here) + command, env=environment(way), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    took = (time.monotonic() - start) * 1000
    services = of_netdiag(done.stdout) if what == "netdiag" else of_avahi(done.stdout)
    with open(target, "w", encoding="utf-8", errors="surrogateescape") as file:
        json.dump([[list(key), value] for key, value in services.items()], file)
    print(round(took, 1))


def compare(ours, peers):
    """Whether both lists have the same instances, hosts, ports and TXT strings, and our addresses include avahi's."""
    read = lambda path: {tuple(key): value for key, value in json.load(open(path, encoding="utf-8"))}
    ours, peers = read(ours), read(peers)

    def is_same(key):
        mine, other = ours.get(key), peers.get(key)
        return (
            mine is not None and other is not None
            and all(mine[part] == other[part] for part in ("host", "port", "txt"))
            and set(other["addresses"]) <= set(mine["addresses"]))

    different = [key for key in sorted(ours.keys() | peers.keys()) if not is_same(key)]
    if different:
        key = different[0]
        print(len(different), "differ:", key, ours.get(key), peers.get(key), file=sys.stderr)
    print("NO" if different else "yes", f"({len(ours)}/{len(peers)})")


def settle(here, count):
    limit = time.monotonic() + 120
    while time.monotonic() < limit:
        done = subprocess.run(on(here) + ["avahi-browse", "-artpk"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        if len(of_avahi(done.stdout)) >= int(count):
            return
        time.sleep(1)
    sys.exit(f"there are never {count} services")


def name(text):
    return b"".join(bytes([len(one)]) + one for one in text.encode().split(b".")) + b"\0"


def record(owner, kind, data, lifetime=4500, is_unique=True):
    return owner + struct.pack(">HHIH", kind, 0x8001 if is_unique else 1, lifetime, len(data)) + data


def packet(records):
    return struct.pack(">HHHHHH", 0, 0x8400, 0, len(records), 0, 0) + b"".join(records)


def service(index, change=0, is_gone=False):
    kind = name(f"_memory{index % 10}._tcp.local")
    owner = bytes([12]) + b"Service %04d" % index + kind
    txt = b"".join(bytes([len(one)]) + one for one in (b"path=/%d" % index, b"change=%d" % change, b"note=" + b"x" * 40))
    lifetime = 0 if is_gone else 4500
    return [
        record(kind, 12, owner, lifetime, False),
        record(owner, 33, struct.pack(">HHH", 0, 0, 80) + name(f"crowd{index % 20}.local"), lifetime),
        record(owner, 16, txt, lifetime),
    ]


class Announcer:
    """Sends announcements to the multicast group, no faster than the avahi-daemon of another host reads them. Packets that do not fit
    into its socket are lost for good, since nobody answers queries for these services."""

    # The default buffer has 208 KiB (net.core.rmem_default); a packet of 1 KiB takes 2.25 KiB of it.
    MOST_UNREAD = 32 * 1024

    def __init__(self, address, listener):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.setsockopt(socket.SOL_SOCKET, 15, 1)
        self.socket.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(address))
        self.socket.bind(("", 5353))
        self.address = socket.inet_aton(address)
        self.table = f"/proc/{listener}/net/udp"

    def listeners(self):
        """The unread bytes and the lost packets of the sockets at port 5353 of the listening host."""
        with open(self.table) as table:
            rows = [line.split() for line in table][1:]
        ours = [row for row in rows if row[1].endswith(":14E9")]
        return max(int(row[4].split(":")[1], 16) for row in ours), sum(int(row[-1]) for row in ours)

    def send(self, services):
        """Sends four services per packet."""
        for start in range(0, len(services), 4):
            self.socket.sendto(packet(sum(services[start:start + 4], [])), ("224.0.0.251", 5353))
            time.sleep(0.002)
            while self.listeners()[0] > self.MOST_UNREAD:
                time.sleep(0.005)

    def hosts(self):
        self.socket.sendto(
            packet([record(name(f"crowd{one}.local"), 1, self.address) for one in range(20)]
                   + [record(name("_services._dns-sd._udp.local"), 12, name(f"_memory{one}._tcp.local"), 4500, False)
                      for one in range(10)]), ("224.0.0.251", 5353))


def told_by_stream(path):
    """The resolved instances, by name, according to the lines of a client that follows the services."""
    told = {}
    with open(path) as file:
        rest = ""
        while True:
            rest += file.read()
            *lines, rest = rest.split("\n")
            for line in lines:
                event = json.loads(line)
                if event["event"] == "removed":
                    told.pop(event["name"], None)
                elif event.get("host"):
                    told[event["name"]] = event
            yield set(told)


def told_by_directory(listener):
    """The targets of the daemon's directory, by name."""
    while True:
        done = subprocess.run(
            on(listener) + ["curl", "-s", "--unix-socket", "/run/netdiag/netdiag.sock",
                            "http://localhost/v1/targets/http_sd"], stdout=subprocess.PIPE)
        yield {one["labels"]["__meta_netdiag_name"] for one in json.loads(done.stdout)}


def known_to_avahi(listener):
    """The services that avahi-browse lists at the same time, as the reference for this host."""
    found = set()
    for line in subprocess.run(
            on(listener) + ["avahi-browse", "-atpk"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ).stdout.decode().splitlines():
        fields = line.split(";")
        if fields[0] == "+" and fields[4].startswith("_memory"):
            found.add(unescaped(fields[3], False))
    return found


def wait_for(announcer, listener, path, count):
    """Waits until the daemon and avahi-browse know all announced services. If the path is "", the directory is queried."""
    limit = time.monotonic() + 120
    for told in told_by_stream(path) if path else told_by_directory(listener):
        if len(told) >= count:
            break
        if time.monotonic() > limit:
            known = known_to_avahi(listener)
            sys.exit(f"netdiagd knows {len(told)} services of {count}, avahi-browse {len(known)}; of those netdiagd lacks"
                     f" {len(known - told)}, as {sorted(known - told)[:3]}; {announcer.listeners()[1]} packets were lost")
        time.sleep(0.2)
    known = known_to_avahi(listener)
    if known != told:
        sys.exit(f"netdiagd knows {len(told)} services, avahi-browse {len(known)}, and not the same ones")


def announce(address, listener, count, path):
    announcer = Announcer(address, listener)
    count = int(count)
    # Announced twice, as required by RFC 6762 section 8.3.
    for _ in range(2):
        announcer.hosts()
        announcer.send([service(index) for index in range(count)])
        time.sleep(1)
    wait_for(announcer, listener, path, count)


def storm(address, listener, count, changes, path):
    """Of every four changes, two change a TXT record, one withdraws a service, and one announces it again. The final state is the original one."""
    announcer = Announcer(address, listener)
    count, changes = int(count), int(changes)
    announcer.hosts()
    for change in range(0, changes, 400):
        chosen = [(change // 4 + step) % count for step in range(100)]
        announcer.send([service(index, change + 1) for index in chosen])
        announcer.send([service(index, is_gone=True) for index in chosen])
        time.sleep(1.1)
        announcer.send([service(index, change + 3) for index in chosen])
        announcer.send([service(index, change + 4) for index in chosen])
    # avahi waits for a moment before it removes a withdrawn service.
    time.sleep(2)
    for _ in range(2):
        announcer.send([service(index) for index in range(count)])
    wait_for(announcer, listener, path, count)


COMMANDS = {
    "latency": latency, "list": list_all, "compare": compare, "settle": settle, "announce": announce, "storm": storm}
COMMANDS[sys.argv[1]](*sys.argv[2:])
