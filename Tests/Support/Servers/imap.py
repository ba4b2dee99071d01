# IMAP servers on 127.0.0.1: one that offers STARTTLS, and one in TLS; or one on all addresses of LAB_PORT, with what LAB_FAULT says
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
    if fault == "bye":
        return say("* BYE \x1b[31mtoo many connections")
    offers = " STARTTLS" if context and not secure and fault not in ("without", "preauth") else ""
    say(f"* {'PREAUTH' if fault == 'preauth' else 'OK'} [CAPABILITY IMAP4rev1{offers}] at your service")
    while True:
        tag, _, command = read_line(client).decode("ascii", "replace").partition(" ")
        command = command.upper()
        if not tag:
            return
        if fault == "resets":
            # Not earlier: a reset that comes before the client reads is one of the connection.
            return reset(client)
        if command == "LOGOUT":
            return say("* BYE see you", f"{tag} OK done")
        if command == "CAPABILITY" and fault == "closes":
            return
        if command == "CAPABILITY" and fault == "ends":
            return say("* BYE shutting down")
        if command == "CAPABILITY" and fault == "silent":
            continue
        if command == "CAPABILITY":
            offers = " STARTTLS LOGINDISABLED" if context and not secure and fault != "without" else ""
            say(f"* CAPABILITY IMAP4rev1{offers} IDLE", f"{tag} OK done")
        elif command == "STARTTLS" and fault == "no":
            say(f"{tag} NO no TLS today")
        elif command == "STARTTLS" and fault == "injects":
            say(f"{tag} OK go ahead", "* CAPABILITY IMAP4rev1 AUTH=PLAIN")
        elif command == "STARTTLS" and context and not secure:
            say(f"{tag} OK go ahead")
            client, secure = context.wrap_socket(client, server_side=True), True
        else:
            say(f"{tag} BAD what is that?")


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
    threading.Thread(target=accept, args=(listen("imaps"), True), daemon=True).start()
accept(listen("imap"), False)
