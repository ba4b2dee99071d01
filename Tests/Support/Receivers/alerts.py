#!/usr/bin/env python3
"""A receiver of alerts that prints a line for each request, and answers as specified in the file /run/answer: a status, optionally
followed by the destination of a redirect. With the argument `smtp`, it is a mail server instead."""
import http.server
import json
import socketserver
import sys


def tell(line):
    print(line, flush=True)


class Web(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        try:
            words = open("/run/answer").read().split()
        except FileNotFoundError:
            words = ["200"]
        told = {"path": self.path, "id": self.headers.get("Idempotency-Key"), "status": int(words[0]),
                "authorization": self.headers.get("Authorization"), "body": json.loads(body)}
        tell(json.dumps(told))
        self.send_response(int(words[0]))
        if len(words) > 1:
            self.send_header("Location", words[1])
        text = b"" if words[0] == "200" else b"try later\n"
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *arguments):
        pass


class Mail(socketserver.StreamRequestHandler):
    def handle(self):
        self.wfile.write(b"220 lab ESMTP\r\n")
        for line in self.rfile:
            word = line.split()[0].upper() if line.split() else b""
            if word == b"EHLO":
                self.wfile.write(b"250-lab\r\n250 8BITMIME\r\n")
            elif word == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                lines = []
                for text in self.rfile:
                    if text == b".\r\n":
                        break
                    lines.append(text.decode("ascii").rstrip("\r\n"))
                tell(json.dumps(lines))
                self.wfile.write(b"250 2.0.0 queued as 77\r\n")
            elif word == b"QUIT":
                self.wfile.write(b"221 bye\r\n")
                return
            else:
                tell(json.dumps(line.decode("ascii").rstrip("\r\n")))
                self.wfile.write(b"250 ok\r\n")


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


class WebServer(http.server.ThreadingHTTPServer):
    allow_reuse_address = True


port = int(sys.argv[1])
server = Server(("0.0.0.0", port), Mail) if "smtp" in sys.argv else WebServer(("0.0.0.0", port), Web)
tell("ready")
server.serve_forever()
