#!/usr/bin/env python3
"""Writes scripts/order/functions.gz: the functions that netdiag and netdiagd call in common runs, for the linker's
--symbol-ordering-file (decision 55). `make order` builds both with their symbols and runs this.

The linker then places these functions together. A start uses a fifth of the 20 MiB of code, and loads only that. Names that a later
build lacks are skipped, and new functions are placed after the others, so the file may be older than the code.
"""
import gzip
import http.server
import os
import pathlib
import re
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time

here = pathlib.Path(__file__).resolve().parent
programs = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else here.parent.parent / ".build" / "release")
settled = 15  # seconds that the daemon runs before it is queried


class Page(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", "3")
        self.end_headers()
        self.wfile.write(b"ok\n")

    def log_message(self, *_):
        pass


class Program:
    def __init__(self, name, folder):
        self.path, self.folder, self.names = programs / name, folder, {}
        listing = subprocess.run(["nm", "--defined-only", self.path], check=True, capture_output=True, text=True).stdout
        for line in listing.splitlines():
            place, kind, *name = line.split(" ", 2)
            if name and kind in "tTwW":
                self.names.setdefault(int(place, 16), []).append(name[0])
        if len(self.names) < 1000:
            sys.exit(f"order: {self.path} has no symbols; build it without -s, as make order does")
        self.list = folder / f"{self.path.name}.functions"
        places = sorted(self.names)
        self.list.write_bytes(struct.pack(f"{len(places)}I", *places))
        self.calls = {}

    def start(self, *arguments):
        output = self.folder / f"{self.path.name}.calls"
        environment = os.environ | {
            "LD_PRELOAD": str(self.folder / "first-calls.so"), "ORDER_FUNCTIONS": str(self.list),
            "ORDER_CALLS": str(output), "STATE_DIRECTORY": str(self.folder)}
        quiet = subprocess.DEVNULL
        return subprocess.Popen([self.path, *arguments], env=environment, stdin=quiet, stdout=quiet, stderr=quiet), output

    def take(self, output):
        data = output.read_bytes()
        for (place,) in struct.iter_unpack("I", data[:len(data) // 4 * 4]):
            for name in self.names[place]:
                self.calls.setdefault(name)

    def run(self, *arguments):
        process, output = self.start(*arguments)
        process.wait(timeout=120)
        self.take(output)


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    port = server.server_address[1]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        library = folder / "first-calls.so"
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, here / "first-calls.c"], check=True)

        once = Program("netdiag", folder)
        once.run("check", "--no-daemon", "--json", f"http://127.0.0.1:{port}/")
        once.run("check", "--no-daemon", f"http://127.0.0.1:{port}/", f"tcp://127.0.0.1:{port}", "tcp://127.0.0.1:1")
        once.run("--socket", "/nonexistent", "status", "--json")
        once.run("--socket", "/nonexistent", "status")
        once.run("resolve", "localhost")
        once.run("--help")

        daemon, socket = Program("netdiagd", folder), folder / "netdiag.sock"
        targets = "".join(f"  - http://127.0.0.1:{port}/{i}\n" for i in range(10))
        (folder / "netdiag.yaml").write_text(
            f"listen:\n  http: ['127.0.0.1:0']\n  socket: {socket}\npublish:\n  enabled: false\ninterval: 2s\n"
            f"targets:\n{targets}  - tcp://127.0.0.1:1\n")
        # The second run finds the incidents and the history of the first.
        for _ in range(2):
            process, output = daemon.start("--config", str(folder / "netdiag.yaml"))
            time.sleep(settled)
            for path in ["healthz", "v1/status", "metrics", "v1/reports", "", "v1/history", "v1/events"]:
                subprocess.run(
                    ["curl", "-s", "-m", "2", "-o", "/dev/null", "--unix-socket", socket, f"http://localhost/{path}"])
            once.run("--socket", str(socket), "status")
            once.run("--socket", str(socket), "status", "--json")
            once.run("--socket", str(socket), "check", f"http://127.0.0.1:{port}/")
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=60)
            daemon.take(output)
    server.shutdown()

    # Functions that both programs call come first, so that one order suits both. Names with the compiler's counters are left out, since
    # they belong to different code in the next build.
    both = [name for name in once.calls if name in daemon.calls]
    order = dict.fromkeys([*both, *once.calls, *daemon.calls])
    names = [name for name in order if not re.search(r"\.(llvm|cold|part)\.", name)]
    (here / "functions.gz").write_bytes(gzip.compress("".join(f"{name}\n" for name in names).encode(), 9, mtime=0))
    print(f"order: {len(once.calls)} functions of netdiag, {len(daemon.calls)} of netdiagd, {len(both)} of both")


main()
