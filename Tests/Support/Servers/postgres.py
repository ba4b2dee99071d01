# PostgreSQL servers on 127.0.0.1 that need no login. With LAB_PORT, one server on that port of all addresses, with the fault LAB_FAULT.
# LAB_CERTIFICATE and LAB_KEY name its certificate and key for TLS; otherwise, the first argument does.
import sys, threading

# No bytecode is written into the source tree.
sys.dont_write_bytecode = True
from lines import accept, context, fault, listen, port, reset


def read(client, count):
    data = b""
    while len(data) < count:
        more = client.recv(count - len(data))
        if not more:
            raise ConnectionError
        data += more
    return data


def request(client):
    """The body of the next message, which has no type."""
    return read(client, int.from_bytes(read(client, 4), "big") - 4)


def message(type, body):
    return type + (len(body) + 4).to_bytes(4, "big") + body


def error(code, words):
    return message(b"E", b"SFATAL\0VFATAL\0C" + code + b"\0M" + words + b"\0\0")


def serve(client, _):
    body = request(client)
    if fault == "resets":
        return reset(client)
    if fault == "closes":
        return
    if fault == "silent":
        client.recv(1)
        return
    if body == (80877103).to_bytes(4, "big"):
        if not context:
            client.sendall(b"N")
        else:
            client.sendall(b"S" + (error(b"XX000", b"injected") if fault == "injects" else b""))
            client = context.wrap_socket(client, server_side=True)
        body = request(client)
    if fault == "broken":
        client.sendall(error(b"XX000", b"the \x1b[31mbackend fails"))
        return
    client.sendall(
        message(b"R", bytes(4))
        + message(b"S", b"server_version\x0015.0\0")
        + message(b"K", bytes(8))
        + message(b"Z", b"I")
    )
    client.recv(5)


if not port:
    threading.Thread(target=accept, args=(serve, listen("postgresql"), False), daemon=True).start()
accept(serve, listen("postgres"), False)
