#!/usr/bin/env python3
"""Simulates a day of a netdiagd in minutes: all changes happen sixty times as often. At the end, the daemon must not need more
resources than after the first tenth.

soak.py [--minutes 24] [--interval 1s] [--programs .build/release]    (root; `make soak MINUTES=24`)

There are three hosts in network namespaces: box, with the daemon, a system bus and an avahi-daemon; router, its gateway, with 500
targets; and evil, which sends announcements. After each tenth, it waits until nothing fails and no client is connected, and prints a
line. It fails if a resource has grown.
"""
import argparse
import os
import random
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

TARGETS = range(20000, 20500)
SOCKET = "/run/netdiag/netdiag.sock"
# The growth that is allowed at the end. Memory may grow by a factor and an amount, since the allocator keeps freed memory. Threads may
# be added for Swift's pool and for resolver calls.
MEMORY_SHARE, MEMORY_KIB, DESCRIPTORS, THREADS = 1.10, 4096, 4, 2


# MARK: What runs on the hosts


def targets():
    """Runs 500 servers that accept connections and close them."""
    import selectors

    chosen = selectors.DefaultSelector()
    for port in TARGETS:
        server = socket.create_server(("0.0.0.0", port), backlog=64)
        server.setblocking(False)
        chosen.register(server, selectors.EVENT_READ)
    print("ready", flush=True)
    while True:
        for key, _ in chosen.select():
            try:
                key.fileobj.accept()[0].close()
            except OSError:
                pass


def name(text):
    return b"".join(bytes([len(part)]) + part for part in text) + b"\0"


def record(owner, kind, data, lifetime=120):
    return name(owner) + struct.pack(">HHIH", kind, 1, lifetime, len(data)) + data


def hostile():
    """Announces thousands of services, with hostile names, withdraws them and announces them again, and sends invalid packets."""
    out = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    out.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    out.bind(("10.99.0.66", 5353))
    out.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 255)
    dice = random.Random(1)
    while True:
        if dice.random() < 0.1:
            packet = dice.randbytes(dice.randrange(1, 400))
        else:
            records = []
            for _ in range(5):
                number = dice.randrange(1000)
                instance = [b"x\x1b[2J\xe2\x80\xae<b>", b"plain", b"\xff\xfe", "\u0d4e".encode()][number % 4] + b"%d" % number
                kind = [b"_netdiag", b"_http"][number % 2]
                host = [b"h%d" % (number % 300), b"local"]
                lifetime = 0 if dice.random() < 0.2 else 120
                service = [kind, b"_tcp", b"local"]
                records += [
                    record(service, 12, name([instance] + service), lifetime),
                    record([instance] + service, 33, struct.pack(">HHH", 0, 0, 9100) + name(host), lifetime),
                    record([instance] + service, 16, b"\x05a=\x00\xff\x01", lifetime),
                    record(host, 1, bytes([10, 99, 0, 1 + number % 254]), lifetime),
                ]
            packet = struct.pack(">HHHHHH", 0, 0x8400, 0, len(records), 0, 0) + b"".join(records)
        try:
            out.sendto(packet, ("224.0.0.251", 5353))
        except OSError:
            pass
        time.sleep(0.05)


def clients():
    """Opens streams, checks, documents and idle connections, each for at most some seconds."""
    dice, open_ones = random.Random(2), []
    requests = [
        b"GET /v1/events HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /v1/services?type=_http._tcp&follow=true HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /v1/reports HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /v1/status HTTP/1.1\r\nHost: x\r\n\r\n" * 3,
        b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"GET /v1/peers HT",
        b"",
    ]
    while True:
        now = time.monotonic()
        for one in [one for one in open_ones if one[1] < now]:
            one[0].close()
            open_ones.remove(one)
        for _ in range(3):
            if len(open_ones) >= 60:
                break
            connection = socket.socket(socket.AF_UNIX)
            connection.settimeout(1)
            request = dice.choice(requests)
            if dice.random() < 0.2:
                body = b'{"target":"tcp://10.99.0.1:%d"}' % dice.choice(TARGETS)
                request = b"POST /v1/checks HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)
            try:
                connection.connect(SOCKET)
                connection.sendall(request)
                open_ones.append((connection, now + dice.uniform(0, 5)))
            except OSError:
                connection.close()
        time.sleep(0.2)


# MARK: The hosts


class Host:
    def __init__(self, name, address):
        self.name = name
        self.anchor = subprocess.Popen(["unshare", "--net", "--mount", "--", "sleep", "infinity"])
        # Wait until the process is in its own namespaces.
        while os.readlink(f"/proc/{self.anchor.pid}/exe") != os.path.realpath(shutil.which("sleep")):
            time.sleep(0.02)
        run("ip", "link", "add", f"v{name}", "type", "veth", "peer", "name", "eth0", "netns", str(self.anchor.pid))
        run("ip", "link", "set", f"v{name}", "master", "link0", "up")
        self.run("sh", "-euc", "mount --make-rprivate /; mount -t tmpfs tmpfs /run; mount -t tmpfs tmpfs /etc/avahi;"
                 "mkdir -p /run/dbus /run/netdiag /run/systemd/resolve /etc/avahi/services; ip link set lo up;"
                 f"ip link set eth0 up; ip addr add {address}/24 dev eth0;"
                 "echo '0 2147483647' >/proc/sys/net/ipv4/ping_group_range")

    def words(self, words):
        return ["nsenter", "--target", str(self.anchor.pid), "--net", "--mount", "--", *words]

    def run(self, *words, check=True):
        return subprocess.run(self.words(words), check=check, stdout=subprocess.PIPE, text=True).stdout

    def spawn(self, *words, log=None, **options):
        return subprocess.Popen(self.words(words), stdout=subprocess.PIPE if log is None else log,
                                stderr=subprocess.DEVNULL if log is None else log, **options)

    def me(self, role):
        return self.spawn(sys.executable, os.path.abspath(__file__), "--role", role)

    def path(self, path):
        return f"/proc/{self.anchor.pid}/root{path}"


def run(*words):
    subprocess.run(words, check=True)


def wait_for(what, condition, limit=60):
    end = time.monotonic() + limit
    while not condition():
        if time.monotonic() > end:
            sys.exit(f"soak: {what} did not happen within {limit} s")
        time.sleep(0.05)


class Service:
    """A program on box that is restarted from time to time."""

    def __init__(self, box, words, log, ready):
        self.box, self.words, self.log, self.ready = box, words, log, ready
        self.start()

    def start(self):
        self.process = self.box.spawn(*self.words, log=self.log)
        wait_for(f"the start of {self.words[0]}", self.ready)

    def restart(self):
        self.process.terminate()
        try:
            self.process.wait(3)
        except subprocess.TimeoutExpired:
            # An avahi-daemon whose bus has gone reacts to no other signal.
            self.process.kill()
            self.process.wait()
        self.start()


# MARK: The soak


class Soak:
    def __init__(self, options):
        self.options = options
        self.work = tempfile.mkdtemp(prefix="netdiag-soak-")
        self.children = []
        run("mount", "-t", "tmpfs", "tmpfs", "/run")
        run("ip", "link", "set", "lo", "up")
        run("ip", "link", "add", "link0", "type", "bridge", "mcast_snooping", "0")
        run("ip", "link", "set", "link0", "up")
        self.box, self.router, self.evil = Host("box", "10.99.0.2"), Host("router", "10.99.0.1"), Host("evil", "10.99.0.66")
        self.box.run("ip", "route", "add", "default", "via", "10.99.0.1")
        self.router.run("nft", "table inet soak { set dead { type inet_service; }; chain in { type filter hook input priority 0;"
                        " tcp dport @dead reject with tcp reset; }; }")
        server = self.router.me("targets")
        server.stdout.readline()
        self.log = open(f"{self.work}/programs.log", "wb")
        self.bus = Service(self.box, ["dbus-daemon", "--system", "--nofork", "--nopidfile"], self.log,
                           lambda: os.path.exists(self.box.path("/run/dbus/system_bus_socket")))
        open(self.box.path("/etc/avahi/avahi-daemon.conf"), "w").write(
            "[server]\nhost-name=box\nallow-interfaces=eth0\n[wide-area]\nenable-wide-area=no\n")
        self.avahi = Service(self.box, ["avahi-daemon", "--no-rlimits", "--no-chroot"], self.log,
                             lambda: os.path.exists(self.box.path("/run/avahi-daemon/socket")))
        self.resolved = None
        if os.path.exists("/lib/systemd/systemd-resolved"):
            shutil.chown(self.box.path("/run/systemd/resolve"), "systemd-resolve", "systemd-resolve")
            self.resolved = Service(self.box, ["/lib/systemd/systemd-resolved"], self.log, lambda: True)
        else:
            print("systemd-resolved is not installed (package systemd-resolved): its restarts are left out", flush=True)
        self.configuration = self.box.path("/run/netdiag/netdiag.yaml")
        self.configure(0)
        self.diagnostics = open(f"{self.work}/netdiagd.log", "wb")
        self.daemon = self.box.spawn(
            "env", "SWIFT_BACKTRACE=enable=no", "NETDIAG_STATE=/run/netdiag", f"{options.programs}/netdiagd",
            "--config", "/run/netdiag/netdiag.yaml", "--log-level", "error", log=self.diagnostics)
        wait_for("the start of netdiagd", lambda: self.daemon.poll() is not None or b"ok" in self.ask("/healthz"))
        if self.daemon.poll() is not None:
            sys.exit(f"soak: netdiagd has ended: {open(self.diagnostics.name).read()}")

    def configure(self, number):
        # Each reload changes a setting that takes effect: an interval, a target, a declared service.
        lines = [f"interval: {self.options.interval}", "timeout: 1s", "discovery: { types: [_http._tcp] }", "services:",
                 f"- {{ name: Soak {number % 3}, type: _soak._tcp, port: 4711 }}", "targets:"]
        lines += [f"- tcp://10.99.0.1:{port}" for port in TARGETS if port != TARGETS[0] + number % 5]
        open(self.configuration, "w").write("\n".join(lines) + "\n")

    def ask(self, path):
        return subprocess.run(
            self.box.words(["curl", "-sS", "--max-time", "60", "--unix-socket", SOCKET, f"http://x{path}"]),
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout

    def fail_some(self, turn):
        start = TARGETS[0] + turn * 50 % 500
        ports = ", ".join(str(port) for port in range(start, start + 50))
        self.router.run("nft", f"flush set inet soak dead; add element inet soak dead {{ {ports} }}")

    def sample(self):
        status = open(f"/proc/{self.daemon.pid}/status").read()

        def field(key):
            return int(re.search(rf"^{key}:\s+(\d+)", status, re.M).group(1))

        ticks = open(f"/proc/{self.daemon.pid}/stat").read().rsplit(") ", 1)[1].split()
        cpu = (int(ticks[11]) + int(ticks[12])) / os.sysconf("SC_CLK_TCK")
        return field("RssAnon"), len(os.listdir(f"/proc/{self.daemon.pid}/fd")), field("Threads"), cpu

    def quiet_sample(self, children):
        """The smallest figures within some seconds, while nothing fails, no client is connected and nothing is announced."""
        for child in children:
            child.terminate()
            child.wait()
        self.router.run("nft", "flush set inet soak dead")
        self.box.run("ip", "link", "set", "eth0", "up")
        self.box.run("ip", "route", "replace", "default", "via", "10.99.0.1")
        if b"ok" not in self.ask("/healthz"):
            sys.exit(f"soak: netdiagd does not answer; its log: {self.work}/netdiagd.log")
        best = None
        for _ in range(40):
            time.sleep(0.25)
            now = self.sample()
            best = now if best is None else tuple(min(pair) for pair in zip(best[:3], now[:3])) + (now[3],)
        return best

    def step(self, second, counts):
        """The events of one second of the soak, which is a minute of the day."""

        def every(period, phase=0):
            return second % period == phase

        if every(4):
            self.fail_some(second // 4)
            counts["targets failing"] += 50
        if every(20, 7):
            self.box.run("ip", "link", "set", "eth0", "down")
            counts["link flaps"] += 1
        if every(20, 9):
            self.box.run("ip", "link", "set", "eth0", "up")
            self.box.run("ip", "route", "replace", "default", "via", "10.99.0.1")
        if every(5, 3):
            self.configure(second // 5)
            self.daemon.send_signal(signal.SIGHUP)
            counts["reloads"] += 1
        if every(30, 15):
            self.avahi.restart()
            counts["restarts of avahi-daemon"] += 1
        if every(60, 40):
            os.unlink(self.box.path("/run/dbus/system_bus_socket"))
            self.bus.restart()
            # It exits when the bus does.
            self.avahi.restart()
            counts["restarts of D-Bus"] += 1
        if self.resolved and every(30, 25):
            self.resolved.restart()
            counts["restarts of resolved"] += 1

    def run(self):
        minutes = self.options.minutes
        counts = dict.fromkeys(["targets failing", "link flaps", "reloads", "restarts of avahi-daemon",
                                "restarts of D-Bus", "restarts of resolved"], 0)
        print(f"{'minute':>7} {'RssAnon KiB':>12} {'fds':>5} {'threads':>8} {'CPU s':>8}  incidents", flush=True)
        # The time for measuring the daemon is not included.
        begun, first, length = time.monotonic(), None, round(minutes * 6)
        for tenth in range(1, 11):
            children = [self.evil.me("hostile"), self.box.me("clients")]
            for second in range(length * (tenth - 1), length * tenth):
                due = time.monotonic() + 1
                self.step(second, counts)
                time.sleep(max(0, due - time.monotonic()))
                if self.daemon.poll() is not None:
                    sys.exit(f"soak: netdiagd ended with {self.daemon.returncode}; its log: {self.work}/netdiagd.log")
            last = self.quiet_sample(children)
            incidents = self.ask("/v1/incidents").count(b'"opened"')
            print(f"{(time.monotonic() - begun) / 60:7.1f} {last[0]:12} {last[1]:5} {last[2]:8} {last[3]:8.1f}  {incidents}", flush=True)
            first = first or last
        print(", ".join(f"{count} {what}" for what, count in counts.items() if count))
        limits = int(first[0] * MEMORY_SHARE) + MEMORY_KIB, first[1] + DESCRIPTORS, first[2] + THREADS
        grown = [f"{what}: {before} after the first tenth, {after} at the end, {limit} at most"
                 for what, before, after, limit in zip(
                     ["RssAnon in KiB", "file descriptors", "threads"], first, last, limits) if after > limit]
        kinds = self.box.run("sh", "-c", "ss -Htuxwanp | awk '/netdiagd/ { print $1, $2, $5, $6 }' | sort | uniq -c | sort -rn | head -20")
        self.daemon.terminate()
        if self.daemon.wait(20) != 0:
            grown.append(f"netdiagd ended with {self.daemon.returncode}")
        for line in grown:
            print(f"soak: {line}", file=sys.stderr)
        if grown:
            print(kinds, file=sys.stderr)
            sys.exit(f"soak: the log is {self.work}/netdiagd.log")
        shutil.rmtree(self.work)
        print("nothing has grown")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=24)
    parser.add_argument("--interval", default="1s", help="from one check of a target to the next")
    parser.add_argument("--programs", default=".build/release")
    parser.add_argument("--role", choices=["targets", "hostile", "clients"], help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.role:
        return globals()[options.role]()
    if os.geteuid() != 0:
        sys.exit("soak: network namespaces need root: sudo make soak")
    options.programs = os.path.abspath(options.programs)
    if os.environ.get("SOAK_INSIDE") != "1":
        # The end of its PID namespace ends all processes that it has started.
        os.environ["SOAK_INSIDE"] = "1"
        os.execvp("unshare", ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "--",
                              sys.executable, os.path.abspath(__file__), *sys.argv[1:]])
    Soak(options).run()


if __name__ == "__main__":
    main()
