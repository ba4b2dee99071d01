# Brokers of MQTT 3.1.1 and 5 on 127.0.0.1, one without and one with TLS, which accept all clients and have a message for each topic. With
# LAB_PORT, one broker on that port of all addresses, with the fault LAB_FAULT. LAB_CERTIFICATE and LAB_KEY name its certificate and key;
# otherwise, the first argument does.
import sys

# No bytecode is written into the source tree.
sys.dont_write_bytecode = True
from lines import context, fault, reset, run

# Codes of CONNACK (MQTT 3.1.1 section 3.2.2.3).
codes = {"version": 1, "identifier": 2, "unavailable": 3, "password": 4, "stranger": 5, "unknown-code": 77}


def packet(first, body):
    length = len(body)
    digits = b""
    while True:
        digits += bytes([length & 127 | (128 if length > 127 else 0)])
        length >>= 7
        if not length:
            return bytes([first]) + digits + body


def text(value):
    return len(value).to_bytes(2, "big") + value


def exactly(client, count):
    data = b""
    while len(data) < count:
        more = client.recv(count - len(data))
        if not more:
            raise OSError("the client has left")
        data += more
    return data


def read(client):
    """The type and the body of the next packet."""
    first, length, shift = exactly(client, 1)[0], 0, 0
    while True:
        digit = exactly(client, 1)[0]
        length |= (digit & 127) << shift
        shift += 7
        if digit < 128:
            return first & 0xF0, exactly(client, length)


def subscribe(client, body, is5):
    identifier, topic = body[:2], body[(5 if is5 else 4) : -1]
    empty = b"\0" if is5 else b""
    if fault == "mute-subscribe":
        return
    if fault == "secret":
        client.sendall(packet(0x90, identifier + empty + bytes([0x87 if is5 else 0x80])))
        return
    message = packet(0x31, text(topic) + empty + (b"\x1b[31mred" if fault == "red" else b"on"))
    # A message may come before the answer (MQTT 5.0 section 3.8.4).
    client.sendall((message if fault == "early" else b"") + packet(0x90, identifier + empty + b"\0"))
    if fault not in ("early", "no-message"):
        client.sendall(message)


def serve(client, secure):
    if secure:
        client = context.wrap_socket(client, server_side=True)
    kind, body = read(client)
    if kind != 0x10 or body[:6] != b"\0\4MQTT" or fault == "closes":
        return
    if fault == "resets":
        return reset(client)
    is5 = body[6] == 5
    if fault == "silent":
        while client.recv(100):
            pass
    if is5 and fault == "shedding":
        # Server busy, with a reason string.
        reason = b"\x1f" + text(b"come back at 6")
        client.sendall(packet(0x20, b"\0\x89" + bytes([len(reason)]) + reason))
        return
    if is5 and fault == "old":
        client.sendall(b"\x20\2\0\1")
        return
    if fault in codes:
        client.sendall(bytes([0x20, 2, 0, codes[fault]]))
        return
    client.sendall(packet(0x20, b"\0\0" + (b"\0" if is5 else b"")))
    while True:
        kind, body = read(client)
        if kind == 0xE0:
            return
        if kind == 0xC0 and fault == "leaves":
            client.sendall(b"\xe0\1\x8b")
            return
        if kind == 0xC0 and fault == "drops":
            return
        if kind == 0xC0 and fault != "no-pong":
            client.sendall(b"\xd0\0")
        if kind == 0x80:
            subscribe(client, body, is5)


run("mqtt", serve)
