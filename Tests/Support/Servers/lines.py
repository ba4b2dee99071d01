# Common parts of servers of line-based protocols with STARTTLS: listeners according to LAB_PORT, TLS with LAB_CERTIFICATE and LAB_KEY or
# with the first argument, and a thread for each client.
import os, socket, ssl, struct, sys, threading

fault = os.environ.get("LAB_FAULT", "")
port = int(os.environ.get("LAB_PORT", "0"))
certificate = os.environ.get("LAB_CERTIFICATE") or (sys.argv[1] if len(sys.argv) > 1 else "")
context = None
if certificate:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, os.environ.get("LAB_KEY"))


def listen(name):
    server = socket.socket(socket.AF_INET6 if port else socket.AF_INET, socket.SOCK_STREAM)
    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if port:
        server.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
    server.bind(("::" if port else "127.0.0.1", port))
    server.listen()
    print(name, server.getsockname()[1], flush=True)
    return server


def reset(client):
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.close()


def read_line(client):
    """The next line without its end; empty if the client has disconnected. Reads byte by byte, so that no bytes of TLS are consumed."""
    line = b""
    while not line.endswith(b"\n") and len(line) < 2048:
        byte = client.recv(1)
        if not byte:
            return b""
        line += byte
    return line.rstrip(b"\r\n")


def say(client, lines):
    client.sendall("".join(f"{line}\r\n" for line in lines).encode())


def handle(serve, client, secure):
    try:
        with client:
            serve(client, secure)
    except OSError:
        pass


def accept(serve, server, secure):
    while True:
        client, _ = server.accept()
        threading.Thread(target=handle, args=(serve, client, secure), daemon=True).start()


def run(name, serve):
    """Serves for ever: `name`, and, if no port is given, `name` with an s over TLS."""
    if not port and context:
        threading.Thread(target=accept, args=(serve, listen(f"{name}s"), True), daemon=True).start()
    accept(serve, listen(name), False)
