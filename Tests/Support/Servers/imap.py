# IMAP servers on 127.0.0.1: one that offers STARTTLS, and one over TLS. With LAB_PORT, one server on that port of all addresses, with the
# fault LAB_FAULT. LAB_CERTIFICATE and LAB_KEY name its certificate and key; otherwise, the first argument does.
import sys

# No bytecode is written into the source tree.
sys.dont_write_bytecode = True
from lines import context, fault, read_line, reset, run, say as send


def serve(client, secure):
    if secure:
        client = context.wrap_socket(client, server_side=True)

    def say(*text):
        send(client, text)

    if fault == "mute":
        return read_line(client)
    if fault == "bye":
        return say("* BYE \x1b[31mtoo many connections")
    offers = " STARTTLS" if context and not secure and fault not in ("without", "preauth", "disabled") else ""
    say(f"* {'PREAUTH' if fault == 'preauth' else 'OK'} [CAPABILITY IMAP4rev1{offers}] at your service")
    while True:
        tag, _, command = read_line(client).decode("ascii", "replace").partition(" ")
        command = command.upper()
        if not tag:
            return
        if fault == "resets":
            # Not earlier: a reset before the client reads would count as a reset of the connection.
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
            offers = " LOGINDISABLED" if fault == "disabled" else offers
            offers += " AUTH=PLAIN" if fault == "asks" and secure else ""
            say(f"* CAPABILITY IMAP4rev1{offers} IDLE", f"{tag} OK done")
        elif command == "AUTHENTICATE PLAIN" and fault == "asks":
            say("+ ")
            read_line(client)
            say(f"{tag} NO [UNAVAILABLE] no accounts today")
        elif command == "STARTTLS" and fault == "no":
            say(f"{tag} NO no TLS today")
        elif command == "STARTTLS" and fault == "injects":
            say(f"{tag} OK go ahead", "* CAPABILITY IMAP4rev1 AUTH=PLAIN")
        elif command == "STARTTLS" and context and not secure:
            say(f"{tag} OK go ahead")
            client, secure = context.wrap_socket(client, server_side=True), True
        else:
            say(f"{tag} BAD what is that?")


run("imap", serve)
