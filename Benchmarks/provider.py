#!/usr/bin/env python3
"""Measures how long netdiagd takes to notice that the provider is lost, and that it is back, with an interval of 30 s and no targets.

A client, its router with a DNS forwarder, two routers of the provider, and a host of the Internet with the provider's resolver are
network namespaces. The times are those from the command that breaks or restores the way to the changed /v1/status, which is requested
every 20 ms. Prints a Markdown table.

Usage: provider.py   (as root; needs unbound, dnsmasq and nft)
  PROVIDER_ROUNDS: how often each outage begins and ends; 10 by default
  NETDIAG_BIN: the folder with netdiagd; .build/release by default
"""
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

import daemon

LIMIT = 60
HOSTS = ("router", "edge", "core", "internet")

UNBOUND = """server:
 interface: 80.69.100.1
 interface: 2a02:8100:100::1
 access-control: 0.0.0.0/0 allow
 access-control: ::/0 allow
 do-daemonize: no
 username: ""
 chroot: ""
 pidfile: ""
 use-syslog: no
 module-config: "iterator"
 local-zone: "." static
 local-data: ". 86400 IN NS a.root-servers.net."
 local-data: ". 86400 IN SOA a.root-servers.net. nstld.verisign-grs.com. 1 1800 900 604800 86400"
 local-data: "a.root-servers.net. 86400 IN A 198.41.0.4"
remote-control:
 control-enable: no
"""


def run(*command, host=None):
    prefix = ["ip", "netns", "exec", host] if host else []
    subprocess.run(prefix + list(command), check=True)


def ip(host, *lines):
    for line in lines:
        run("ip", *line.split(), host=host)


def cable(one, name, other, its):
    """Links two hosts; `None` is the client, which is the network of this process."""
    run("ip", "link", "add", name, "type", "veth", "peer", "name", its, "netns", other, host=one)
    ip(one, f"link set {name} up")
    ip(other, f"link set {its} up")


def build():
    run("mount", "-t", "tmpfs", "tmpfs", "/run")
    os.makedirs("/run/netns")
    quick = ("net.ipv6.conf.all.accept_dad=0", "net.ipv6.conf.default.accept_dad=0", "net.ipv6.conf.default.accept_ra=0")
    run("sysctl", "-qw", *quick)
    ip(None, "link set lo up")
    for host in HOSTS:
        run("ip", "netns", "add", host)
        run("sysctl", "-qw", *quick, "net.ipv4.ip_forward=1", "net.ipv6.conf.all.forwarding=1", host=host)
        ip(host, "link set lo up")
    cable(None, "eth0", "router", "lan")
    cable("router", "wan", "edge", "customer")
    cable("edge", "far", "core", "edge")
    cable("core", "far", "internet", "core")
    ip(None, "addr add 192.168.7.23/24 dev eth0", "route add default via 192.168.7.1 proto dhcp",
       "addr add 2a02:8108:7:1::23/64 dev eth0", "route add default via fe80::1 dev eth0 proto ra metric 1024")
    ip("router", "addr add 192.168.7.1/24 dev lan", "addr add 84.119.3.2/30 dev wan", "route add default via 84.119.3.1",
       "addr add fe80::1/64 dev lan", "addr add 2a02:8108:7:1::1/64 dev lan", "addr add 2a02:8100:3::2/64 dev wan",
       "route add default via 2a02:8100:3::1")
    ip("edge", "addr add 84.119.3.1/30 dev customer", "addr add 80.69.1.1/30 dev far", "route add default via 80.69.1.2",
       "addr add 2a02:8100:1::1/64 dev far", "route add default via 2a02:8100:1::2")
    lead_to_customer()
    ip("core", "addr add 80.69.1.2/30 dev edge", "addr add 80.69.2.1/30 dev far", "route add default via 80.69.2.2",
       "route add 84.119.3.0/30 via 80.69.1.1", "addr add 2a02:8100:1::2/64 dev edge", "addr add 2a02:8100:2::1/64 dev far",
       "route add default via 2a02:8100:2::2", "route add 2a02:8108:7:1::/64 via 2a02:8100:1::1",
       "route add 2a02:8100:3::/64 via 2a02:8100:1::1")
    # Packets to addresses that nobody has get lost.
    ip("internet", "addr add 80.69.2.2/30 dev core",
       "route add 84.119.3.0/30 via 80.69.2.1", "route add blackhole default", "addr add 2a02:8100:2::2/64 dev core",
       "route add 2a02:8100::/28 via 2a02:8100:2::1", "-6 route add blackhole default")
    for address in ("80.69.100.1/32", "198.41.0.4/32", "2a02:8100:100::1/128"):
        ip("internet", f"addr add {address} dev lo")
    run("nft", "table ip nat { chain post { type nat hook postrouting priority 100; oifname wan masquerade; }; }", host="router")


def lead_to_customer():
    """The part of the edge's configuration that the kernel drops with the link."""
    ip("edge", "addr replace 2a02:8100:3::1/64 dev customer nodad", "route replace 2a02:8108:7:1::/64 via 2a02:8100:3::2")


def restore_cable():
    ip("edge", "link set customer up")
    lead_to_customer()


def filtered(hook):
    """What begins and ends the loss of all packets that the edge router gets, or would forward."""
    table = f"table inet outage {{ chain lost {{ type filter hook {hook} priority -300; policy drop; }}; }}"
    return (lambda: run("nft", table, host="edge"), lambda: run("nft", "delete table inet outage", host="edge"))


OUTAGES = {
    "the provider's router drops all packets": filtered("prerouting"),
    "the provider's router forwards nothing": filtered("forward"),
    "the cable to the provider has no carrier": (lambda: ip("edge", "link set customer down"), restore_cable),
}


def time_until(path, wanted, since):
    """The seconds from a time until the daemon has a status."""
    while time.monotonic() - since < LIMIT:
        if daemon.status(path)["status"] == wanted:
            return time.monotonic() - since
        time.sleep(0.02)
    raise SystemExit(f"the status was not {wanted} within {LIMIT} s: {status(path)}")


def measure(path, rounds):
    chance = random.Random(1)
    print(f"| what fails | lost, s, median of {rounds} (goal: at most 5) | longest "
          "| restored, s, median (goal: at most 3) | longest |")
    print("| --- | --- | --- | --- | --- |")
    for name, (cut, restore) in OUTAGES.items():
        lost, restored = [], []
        for _ in range(rounds):
            for change, wanted, times in ((cut, "connectionDown", lost), (restore, "connectionUp", restored)):
                # Changes begin anywhere between two looks of the daemon.
                time.sleep(chance.uniform(4, 10))
                begun = time.monotonic()
                change()
                times.append(time_until(path, wanted, begun))
        print(f"| {name} | {statistics.median(lost):.1f} | {max(lost):.1f} "
              f"| {statistics.median(restored):.1f} | {max(restored):.1f} |", flush=True)


def main():
    if os.environ.get("PROVIDER_INSIDE") != "1":
        os.environ["PROVIDER_INSIDE"] = "1"
        # Neither the network nor the mounts of the machine are changed.
        os.execvp("unshare", ["unshare", "--net", "--mount", "--", sys.executable, os.path.abspath(__file__)])
    root = pathlib.Path(__file__).resolve().parent.parent
    program = os.path.join(os.environ.get("NETDIAG_BIN", root / ".build" / "release"), "netdiagd")
    processes = []
    with tempfile.TemporaryDirectory() as work:
        build()
        files = {"unbound.conf": UNBOUND, "resolv.conf": "nameserver 192.168.7.1\n", "nsswitch.conf": "hosts: files dns\n"}
        for name, text in files.items():
            pathlib.Path(work, name).write_text(text)
        for name in ("resolv.conf", "nsswitch.conf"):
            # Below /run, which is empty here, the file that a link leads to does not exist.
            place = pathlib.Path(f"/etc/{name}").resolve()
            place.parent.mkdir(parents=True, exist_ok=True)
            place.touch()
            run("mount", "--bind", f"{work}/{name}", str(place))
        path = work + "/netdiag.sock"
        pathlib.Path(work, "netdiag.yaml").write_text(
            f"interval: 30s\nlisten:\n  http: []\n  socket: {path}\npublish:\n  enabled: false\n")

        def start(*command, host=None):
            prefix = ["ip", "netns", "exec", host] if host else []
            processes.append(subprocess.Popen(prefix + list(command), stderr=subprocess.DEVNULL))

        try:
            start("unbound", "-c", f"{work}/unbound.conf", host="internet")
            start("dnsmasq", "-k", "-C", "/dev/null", "--no-hosts", "--no-resolv", "--server=80.69.100.1", "-u", "root", "-x", "",
                  "--bind-interfaces", "--listen-address=192.168.7.1", host="router")
            time.sleep(1)
            os.environ["STATE_DIRECTORY"] = work
            start(program, "--config", f"{work}/netdiag.yaml")
            end = time.monotonic() + 10
            while not os.path.exists(path) and time.monotonic() < end:
                time.sleep(0.01)
            time_until(path, "connectionUp", time.monotonic())
            measure(path, int(os.environ.get("PROVIDER_ROUNDS", "10")))
        finally:
            for process in reversed(processes):
                process.terminate()
                process.wait()


main()
