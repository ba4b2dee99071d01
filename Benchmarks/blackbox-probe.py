#!/usr/bin/env python3
"""Probes one URL with prometheus-blackbox-exporter: blackbox-probe.py URL CA-FILE. The exit status is 0 if probe_success is 1, 1 if it
is 0, 2 if there is no prober for the URL, and 3 if the exporter could not be queried. This is a monitor for `netdiag serve --prove
--probe`, which passes a proxy in http_proxy.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request


def module(url, authority):
    """The module that corresponds to the URL, and its target; None if there is no such module."""
    parts = urllib.parse.urlsplit(url)
    if parts.scheme in ("http", "https"):
        http = {"tls_config": {"ca_file": authority}}
        # If hosts are excluded from the proxy, this host is one of them.
        proxy = os.environ.get("http_proxy")
        if proxy and not os.environ.get("no_proxy"):
            http["proxy_url"] = proxy
        return {"prober": "http", "timeout": "5s", "http": http}, url
    if parts.scheme == "dns":
        kind = urllib.parse.parse_qs(parts.query).get("type", ["A"])[0]
        return {"prober": "dns", "timeout": "5s",
                "dns": {"query_name": parts.path[1:], "query_type": kind}}, parts.netloc
    if parts.scheme == "ftp":
        return {"prober": "tcp", "timeout": "5s", "tcp": {"query_response": [{"expect": "^220"}]}}, parts.netloc
    return None


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 64
    found = module(*sys.argv[1:])
    if not found:
        return 2
    settings, target = found
    with tempfile.NamedTemporaryFile("w", suffix=".yml") as file:
        json.dump({"modules": {"fault": settings}}, file)  # JSON is YAML.
        file.flush()
        exporter = subprocess.Popen(
            ["prometheus-blackbox-exporter", f"--config.file={file.name}", "--web.listen-address=127.0.0.1:0"],
            stderr=subprocess.PIPE, text=True, env={**os.environ, "http_proxy": "", "no_proxy": ""})
        try:
            port = next((found[1] for line in exporter.stderr
                         if (found := re.search(r"Listening on.*127\.0\.0\.1:(\d+)", line))), None)
            if not port:
                return 3
            query = urllib.parse.urlencode({"module": "fault", "target": target})
            opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            with opener.open(f"http://127.0.0.1:{port}/probe?{query}", timeout=15) as answer:
                return 0 if b"\nprobe_success 1\n" in answer.read() else 1
        finally:
            exporter.kill()
            exporter.wait()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except OSError as error:
        print(f"blackbox-probe.py: {error}", file=sys.stderr)
        sys.exit(3)
