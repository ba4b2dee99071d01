# Directory servers on 127.0.0.1 that show their root DSE: one that supports StartTLS, and one over TLS. With LAB_PORT, one server on that
# port of all addresses, with the fault LAB_FAULT. LAB_CERTIFICATE and LAB_KEY name its certificate and key; otherwise, the first argument does.
import sys

# No bytecode is written into the source tree.
sys.dont_write_bytecode = True
from lines import context, fault, reset, run

results = {"busy": (51, b"too many operations"), "broken": (80, b"the \x1b[31mbackend fails"), "denied": (50, b"log in first")}


def element(tag, *contents):
    """Encodes a BER element."""
    content = b"".join(contents)
    length = bytes([len(content)]) if len(content) < 128 else b"\x82" + len(content).to_bytes(2, "big")
    return bytes([tag]) + length + content


def text(value):
    return element(4, value)


def result(tag, identifier, code, words=b""):
    return element(0x30, element(2, bytes([identifier])), element(tag, element(10, bytes([code])), text(b""), text(words)))


def attribute(name, *values):
    return element(0x30, text(name), element(0x31, *map(text, values)))


def root(identifier):
    attributes = (
        attribute(b"namingContexts", b"dc=lab,dc=example", b"cn=Other"),
        attribute(b"supportedLDAPVersion", b"3"),
        attribute(b"vendorName", b"lab"),
    )
    return element(0x30, element(2, bytes([identifier])), element(0x64, text(b""), element(0x30, *attributes)))


def message(client):
    """The identifier and the operation's tag of the next message; None if the client has disconnected. All messages are short."""
    head = client.recv(2)
    body = client.recv(head[1]) if len(head) == 2 else b""
    return (body[2], body[3]) if len(body) > 3 else None


def serve(client, secure):
    if secure:
        client = context.wrap_socket(client, server_side=True)
    while True:
        request = message(client)
        if fault == "resets":
            return reset(client)
        if request is None or fault == "closes":
            return
        identifier, tag = request
        if fault == "silent":
            continue
        if tag == 0x42:
            return
        if tag == 0x77:
            if fault in ("no-tls", "unknown-tls") or not context or secure:
                code = 52 if fault == "no-tls" else 2
                client.sendall(result(0x78, identifier, code, b"no TLS today"))
                continue
            injected = result(0x65, 9, 0) if fault == "injects" else b""
            client.sendall(result(0x78, identifier, 0) + injected)
            client, secure = context.wrap_socket(client, server_side=True), True
            continue
        if fault == "leaves":
            client.sendall(result(0x78, 0, 52, b"shutting down"))
            return
        if fault in results:
            client.sendall(result(0x65, identifier, *results[fault]))
            continue
        client.sendall(root(identifier) + result(0x65, identifier, 0))


run("ldap", serve)
