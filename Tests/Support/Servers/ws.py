# WebSocket servers on 127.0.0.1 (RFC 6455), one of them over TLS with the certificate in the first argument. They answer pings and
# closes.
import base64, hashlib, sys

# No bytecode is written into the source tree.
sys.dont_write_bytecode = True
from lines import context, read_line, run, say


def read(client, count):
    data = b""
    while len(data) < count:
        part = client.recv(count - len(data))
        if not part:
            raise OSError("the client has left")
        data += part
    return data


def serve(client, secure):
    if secure:
        client = context.wrap_socket(client, server_side=True)
    key = b""
    while line := read_line(client):
        name, _, value = line.partition(b": ")
        if name.lower() == b"sec-websocket-key":
            key = value
    digest = hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest()
    accepted = base64.b64encode(digest).decode()
    head = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"]
    say(client, [*head, f"Sec-WebSocket-Accept: {accepted}", ""])
    while True:
        opcode, length = read(client, 2)
        # Control frames have at most 125 bytes, and a client's frames are masked.
        mask = read(client, 4)
        payload = bytes(byte ^ mask[index % 4] for index, byte in enumerate(read(client, length & 0x7F)))
        if opcode & 0x0F == 9:
            client.sendall(bytes([0x8A, len(payload)]) + payload)
        if opcode & 0x0F == 8:
            return client.sendall(bytes([0x88, len(payload)]) + payload)


run("ws", serve)
