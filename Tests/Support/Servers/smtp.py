# Mail servers on 127.0.0.1: one that offers STARTTLS, and one in TLS; or one on all addresses of LAB_PORT, with what LAB_FAULT says
# is wrong with it. LAB_CERTIFICATE and LAB_KEY are what it shows there, or the first argument.
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
    """The next line without its end; empty where the client has left. Byte by byte, so that none of TLS is taken."""
    line = b""
    while not line.endswith(b"\n") and len(line) < 2048:
        byte = client.recv(1)
        if not byte:
            return b""
        line += byte
    return line.rstrip(b"\r\n")


def serve(client, secure):
    if secure:
        client = context.wrap_socket(client, server_side=True)

    def say(*lines):
        client.sendall("".join(f"{line}\r\n" for line in lines).encode())

    if fault == "mute":
        return read_line(client)
    if fault == "busy":
        return say("421 4.3.2 \x1b[31mtoo many connections")
    if fault == "refuses":
        say("554-no SMTP service here", "554 you are blocked")
    else:
        say("220-mail.example.org ESMTP", "220 at your service")
    greeted = fault != "refuses"
    while True:
        line = read_line(client)
        if line and fault == "resets":
            # Not earlier: a reset that comes before the client reads is one of the connection.
            return reset(client)
        verb = line.split(b" ")[0].upper()
        if not line or verb == b"QUIT":
            if line:
                say("221 bye")
            return
        if not greeted:
            say("503 bad sequence of commands")
        elif verb == b"EHLO" and fault == "old":
            say("502 what is that?")
        elif verb == b"EHLO" and fault == "silent":
            pass
        elif verb == b"EHLO" and fault == "closes":
            return
        elif verb == b"EHLO" and fault == "picky":
            say("550 5.7.1 I do not like your name")
        elif verb == b"EHLO":
            offers = ["250-STARTTLS"] if context and not secure and fault != "without" else []
            say("250-mail.example.org", "250-PIPELINING", *offers, "250 SIZE 1000000")
        elif verb == b"HELO":
            say("250 mail.example.org")
        elif verb == b"STARTTLS" and fault == "454":
            say("454 4.7.0 TLS not available")
        elif verb == b"STARTTLS" and fault == "injects":
            say("220 go ahead", "250-injected", "250 AUTH PLAIN")
        elif verb == b"STARTTLS" and context and not secure:
            say("220 go ahead")
            client, secure = context.wrap_socket(client, server_side=True), True
        else:
            say("502 what is that?")


def handle(client, secure):
    try:
        with client:
            serve(client, secure)
    except OSError:
        pass


def accept(server, secure):
    while True:
        client, _ = server.accept()
        threading.Thread(target=handle, args=(client, secure), daemon=True).start()


if not port and context:
    threading.Thread(target=accept, args=(listen("smtps"), True), daemon=True).start()
accept(listen("smtp"), False)
