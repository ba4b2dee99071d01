"""Sends frames of every kind to a netdiagd's /v1/socket as raw bytes, and compares the replies with RFC 6455. The cases are those of
Autobahn's fuzzing client, which cannot be used here, since it requires an outdated version of Python and an echo server.

frames.py HOST PORT: prints a line for each case that differs, and the number of cases. The exit status is 1 if a case differs.
"""
import json
import os
import socket
import struct
import sys

HOST, PORT = sys.argv[1], int(sys.argv[2])
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
#: The size limit of one message (docs/page.md).
MOST = 64 * 1024


def frame(opcode, payload=b"", fin=True, rsv=0, mask=True, length=None, announced=None):
    """A frame; length is the number of bytes of its length field (0, 2, 8), by default the smallest."""
    size = len(payload) if announced is None else announced
    if length is None:
        length = 0 if size < 126 else 2 if size < 65536 else 8
    head = bytes([(0x80 if fin else 0) | rsv << 4 | opcode])
    flag = 0x80 if mask else 0
    head += {0: lambda: bytes([flag | size]), 2: lambda: bytes([flag | 126]) + struct.pack("!H", size),
             8: lambda: bytes([flag | 127]) + struct.pack("!Q", size)}[length]()
    if not mask:
        return head + payload
    key = os.urandom(4)
    return head + key + bytes(byte ^ key[place % 4] for place, byte in enumerate(payload))


class Connection:
    HANDSHAKE = (f"GET /v1/socket HTTP/1.1\r\nHost: {HOST}:{PORT}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                 "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n").encode()

    def __init__(self, behind=b""):
        self.socket = socket.create_connection((HOST, PORT), timeout=60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""
        self.socket.sendall(self.HANDSHAKE + behind)
        while b"\r\n\r\n" not in self.buffer:
            more = self.socket.recv(65536)
            assert more, "no answer to the handshake"
            self.buffer += more
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        # The accept value of RFC 6455 section 1.3 for its key.
        assert head.startswith(b"HTTP/1.1 101") and b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" in head, head

    def send(self, *frames, chopped=False):
        data = b"".join(frames)
        try:
            if chopped:
                for place in range(len(data)):
                    self.socket.sendall(data[place:place + 1])
            else:
                self.socket.sendall(data)
        except (ConnectionResetError, BrokenPipeError):
            pass  # The server closed before it received everything; its earlier reply counts.

    def _bytes(self, count):
        while len(self.buffer) < count:
            more = self.socket.recv(65536)
            if not more:
                raise EOFError
            self.buffer += more
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def receive(self):
        first, second = self._bytes(2)
        assert not second & 0x80, "the server masks"
        assert not first & 0x70, "the server sets reserved bits"
        size = second & 0x7F
        if size > 125:
            size = struct.unpack("!H" if size == 126 else "!Q", self._bytes(2 if size == 126 else 8))[0]
        return first & 0x0F, self._bytes(size)

    def words(self, count=None):
        """The replies, one word each, until the connection ends or there are enough."""
        words = []
        try:
            while count is None or len(words) < count:
                opcode, data = self.receive()
                if opcode == TEXT:
                    message = json.loads(data)
                    words.append(message["event"] if message["schema"] == "netdiag.event/1" else "without its schema")
                elif opcode == CLOSE:
                    words.append(f"close {struct.unpack('!H', data[:2])[0]}" if len(data) > 1 else "close")
                else:
                    words.append(f"{ {BINARY: 'binary', PING: 'ping', PONG: 'pong'}[opcode]} {len(data)}")
        except EOFError:
            words.append("end")
        except ConnectionResetError:
            words.append("reset")
        if count is None:
            self.socket.close()
        return words


cases = failures = 0


def expect(name, words, *wanted):
    global cases, failures
    cases += 1
    if words not in wanted:
        failures += 1
        print(f"{name}: {words} instead of {' or '.join(map(str, wanted))}")


def fails(name, code, *frames, chopped=False):
    """The server sends the reason, and closes the connection."""
    connection = Connection()
    connection.send(*frames, chopped=chopped)
    expect(name, connection.words(), [f"close {code}", "end"])


def answers(name, wanted, *frames, chopped=False, behind=b""):
    """The server replies as given, and then still answers a ping and a close.

    The replies of the server itself are queued, but a close is answered immediately and would overtake them.
    """
    connection = Connection(behind)
    connection.send(*frames, chopped=chopped)
    words = []
    while len(words) < len(wanted) and words == wanted[:len(words)] and "end" not in words:
        words += connection.words(count=1)
    connection.send(frame(PING, b"last"), frame(CLOSE, struct.pack("!H", 1000)), chopped=chopped)
    expect(name, words + connection.words(), wanted + ["pong 4", "close 1000", "end"])


def then_fails(name, wanted, first, *frames):
    """The server accepts the first frames, and closes the connection because of the others."""
    connection = Connection()
    connection.send(*first)
    words = connection.words(count=len(wanted))
    connection.send(*frames)
    expect(name, words + connection.words(), wanted + ["close 1002", "end"])


def request(after="x"):
    """A message that is answered with `subscribed`."""
    return json.dumps({"subscribe": [], "after": after}, ensure_ascii=False).encode()


def fragments(payload, *cuts):
    places = [0, *cuts, len(payload)]
    parts = [payload[begin:end] for begin, end in zip(places, places[1:])]
    return [frame(0 if place else TEXT, part, fin=place == len(parts) - 1) for place, part in enumerate(parts)]


# Framing (Autobahn 1): lengths at the limits of their encodings.
plain = request()
for size in (125, 126, 127, 128, 65535, 65536):
    answers(f"a text of {size} bytes", ["subscribed"], frame(TEXT, plain + b" " * (size - len(plain))))
answers("an empty text", ["error"], frame(TEXT))
answers("byte by byte", ["subscribed"], frame(TEXT, plain), chopped=True)
answers("right behind the handshake", ["subscribed"], behind=frame(TEXT, plain))
fails("a text too long to be taken", 1009, frame(TEXT, announced=MOST + 1))
fails("a message too long in fragments", 1009, frame(TEXT, b" " * MOST, fin=False), frame(0, b" "))
fails("a message too long in many fragments", 1009, frame(TEXT, b" " * 60000, fin=False),
      *[frame(0, b" " * 1000, fin=False)] * 6)
for announced in (1 << 31, (1 << 63) - 1):
    fails(f"a length of {announced}", 1009, frame(TEXT, announced=announced, length=8))
connection = Connection()
connection.send(frame(TEXT, announced=1 << 63, length=8))
expect("a length with its first bit set", connection.words(), ["close 1002", "end"], ["close 1009", "end"])
fails("binary", 1003, frame(BINARY, b"\x00\xff"))

# Pings and pongs (2).
for size in (0, 4, 125):
    answers(f"a ping of {size} bytes", [f"pong {size}"], frame(PING, b"\xff" * size))
answers("ten pings", [f"pong {place}" for place in range(10)], *[frame(PING, b"p" * place) for place in range(10)])
answers("ten pings, byte by byte", [f"pong {place}" for place in range(10)],
        *[frame(PING, b"p" * place) for place in range(10)], chopped=True)
answers("a pong that nobody asked for", [], frame(PONG, b"unasked"))
fails("a ping of 126 bytes", 1002, frame(PING, b"p" * 126))
fails("a pong of 126 bytes", 1002, frame(PONG, b"p" * 126))
fails("a close of 126 bytes", 1002, frame(CLOSE, struct.pack("!H", 1000) + b"p" * 124))

# Reserved bits (3), opcodes (4), masks.
for rsv in range(1, 8):
    for opcode in (TEXT, PING, CLOSE):
        fails(f"reserved bits {rsv}, opcode {opcode}", 1002, frame(opcode, rsv=rsv))
    then_fails(f"reserved bits {rsv} after a text", ["subscribed"], [frame(TEXT, plain)], frame(TEXT, plain, rsv=rsv))
for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15):
    fails(f"opcode {opcode}", 1002, frame(opcode))
    fails(f"opcode {opcode} with bytes", 1002, frame(opcode, b"bytes"))
for opcode in (TEXT, PING, CLOSE):
    fails(f"opcode {opcode} without a mask", 1002, frame(opcode, mask=False))

# Fragments (5).
for opcode in (PING, PONG, CLOSE):
    fails(f"opcode {opcode} in fragments", 1002, frame(opcode, b"a", fin=False), frame(0, b"b"))
for cut in range(len(plain) + 1):
    answers(f"fragments, cut at {cut}", ["subscribed"], *fragments(plain, cut))
every = fragments(plain, *range(1, len(plain)))
answers("a fragment for each byte", ["subscribed"], *every)
answers("a fragment for each byte, byte by byte", ["subscribed"], *every, chopped=True)
mixed = [part for place, piece in enumerate(every) for part in (piece, frame(PING, b"p" * (place % 126)))][:-1]
answers("pings between the fragments", [f"pong {place % 126}" for place in range(len(every) - 1)] + ["subscribed"], *mixed)
answers("pongs between the fragments", ["subscribed"], *[part for piece in every[:-1] for part in (piece, frame(PONG))],
        every[-1])
answers("many empty fragments", ["subscribed"], frame(TEXT, fin=False), *[frame(0, fin=False)] * 1000, frame(0, plain))
fails("a continuation of nothing", 1002, frame(0, plain))
fails("a continuation of nothing that goes on", 1002, frame(0, plain, fin=False))
then_fails("a continuation of what is over", ["subscribed"], fragments(plain, 3), frame(0, plain))
fails("a text within a text", 1002, frame(TEXT, plain, fin=False), frame(TEXT, plain))
fails("a binary within a text", 1002, frame(TEXT, plain, fin=False), frame(BINARY, plain))
connection = Connection()
connection.send(frame(TEXT, plain[:5], fin=False), frame(CLOSE, struct.pack("!H", 1001)))
expect("a close within a text", connection.words(), ["close 1001", "end"])

# UTF-8 (6): valid text is accepted and invalid text is 1007, wherever it is split.
for text in ("Hello-µ@ßöäüàá-UTF-8!!", "κόσμε", "\x7f\x80\u07ff\u0800\uffff\U00010000\U0010ffff", "\ud7ff\ue000\ufffd",
             "\ufffe\ufdd0\U0001fffe\U000fffff"):
    payload = request(text)
    for cut in range(len(payload) + 1):
        answers(f"{text!r}, cut at {cut}", ["subscribed"], *fragments(payload, cut))
INVALID = [b"\x80", b"\xbf", b"\x80\xbf\x80", b"\xc0\xaf", b"\xe0\x80\xaf", b"\xf0\x80\x80\xaf", b"\xc1\xbf", b"\xe0\x9f\xbf",
           b"\xf0\x8f\xbf\xbf", b"\xf8\x88\x80\x80\x80", b"\xfc\x84\x80\x80\x80\x80", b"\xfe", b"\xff", b"\xfe\xfe\xff\xff",
           b"\xed\xa0\x80", b"\xed\xbf\xbf", b"\xed\xa0\x80\xed\xb0\x80", b"\xf4\x90\x80\x80", b"\xf7\xbf\xbf\xbf",
           b"\xc3", b"\xe2\x82", b"\xf0\x9f\x98", b"\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5\xf4\x90\x80\x80"]
for wrong in INVALID:
    payload = request("@").replace(b"@", wrong)
    fails(f"{wrong!r}", 1007, frame(TEXT, payload))
    begin = payload.index(wrong)
    for cut in range(begin, begin + len(wrong) + 1):
        fails(f"{wrong!r}, cut at {cut - begin}", 1007, *fragments(payload, cut))
for end in range(1, 4):
    fails(f"a text that ends after {end} bytes of four", 1007, frame(TEXT, "😀".encode()[:end]))

# Closes (7).
for name, payload, code in [("without a code", b"", 1000), ("of one byte", b"\x03", 1002),
                            ("with a reason", struct.pack("!H", 1000) + b"bye", 1000),
                            ("with the longest reason", struct.pack("!H", 1000) + b"r" * 123, 1000),
                            ("with a reason that is not UTF-8", struct.pack("!H", 1000) + b"\xce\xba\xf4\x90\x80\x80", 1007)]:
    fails(f"a close {name}", code, frame(CLOSE, payload))
for code in (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999):
    fails(f"a close with {code}", code, frame(CLOSE, struct.pack("!H", code)))
for code in (0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535):
    fails(f"a close with {code}", 1002, frame(CLOSE, struct.pack("!H", code)))
for name, late in [("text", frame(TEXT, plain)), ("ping", frame(PING, b"late")), ("close", frame(CLOSE)),
                   ("nonsense", b"\xff" * 100)]:
    fails(f"a {name} after the close", 1000, frame(CLOSE, struct.pack("!H", 1000)), late)

# The server still serves other clients afterwards.
answers("the last", ["subscribed"], frame(TEXT, plain))
print(cases, "cases,", failures, "differences")
sys.exit(failures > 0)
