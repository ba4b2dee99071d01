#!/usr/bin/env python3
"""Repeatedly takes down the link of a host in a network namespace, and measures the time from the kernel's link-down
message to the changed status on the daemon's socket. Prints the median in milliseconds.

Usage: flap.py PATH-OF-NETDIAGD FLAPS   (as root)
"""
import ctypes
import os
import select
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import time

import daemon

CLONE_NEWNET = 0x40000000
RTMGRP_LINK = 1
RTM_NEWLINK = 16
IFF_LOWER_UP = 0x10000


def status(path):
    """The current status and cause according to the daemon."""
    document = daemon.status(path)
    return document["status"], (document["cause"] or {}).get("id")


def wait_for(path, wanted, limit=10.0):
    end = time.monotonic() + limit
    while time.monotonic() < end:
        if wanted(status(path)):
            return time.monotonic()
    raise SystemExit(f"the status never became what was waited for: {status(path)}")


def wait_for_link(netlink, index, carrier):
    """The time at which the kernel's message with this carrier state is read."""
    while True:
        select.select([netlink], [], [], 5)
        data = netlink.recv(65536)
        now = time.monotonic()
        while len(data) >= 32:
            length, kind = struct.unpack_from("IH", data)
            if kind == RTM_NEWLINK:
                at, flags = struct.unpack_from("iI", data, 20)
                if at == index and bool(flags & IFF_LOWER_UP) == carrier:
                    return now
            data = data[(length + 3) & ~3:]


def main():
    program, flaps = sys.argv[1], int(sys.argv[2])
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWNET) != 0:
        raise SystemExit("unshare: " + os.strerror(ctypes.get_errno()))
    for command in ("link set lo up", "link add eth0 type veth peer name far", "link set eth0 up", "link set far up",
                    "addr add 192.0.2.2/24 dev eth0", "route add default via 192.0.2.1 dev eth0"):
        subprocess.run(["ip", *command.split()], check=True)
    with tempfile.TemporaryDirectory() as work:
        path = work + "/netdiag.sock"
        with open(work + "/netdiag.yaml", "w") as file:
            file.write(f"listen:\n  http: []\n  socket: {path}\npublish:\n  enabled: false\n")
        process = subprocess.Popen([program, "--config", file.name], stderr=subprocess.DEVNULL)
        try:
            end = time.monotonic() + 10
            while not os.path.exists(path) and time.monotonic() < end:
                time.sleep(0.01)
            netlink = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, socket.NETLINK_ROUTE)
            netlink.bind((0, RTMGRP_LINK))
            index = socket.if_nametoindex("eth0")
            times = []
            for _ in range(flaps):
                wait_for(path, lambda now: now[1] != "link.no-carrier")
                subprocess.run(["ip", "link", "set", "far", "down"], check=True)
                down = wait_for_link(netlink, index, False)
                times.append((wait_for(path, lambda now: now[1] == "link.no-carrier") - down) * 1000)
                subprocess.run(["ip", "link", "set", "far", "up"], check=True)
                wait_for_link(netlink, index, True)
        finally:
            process.terminate()
            process.wait()
    print(f"{statistics.median(times):.2f} (worst {max(times):.2f})")


main()
