# Mail servers on 127.0.0.1: one that offers STARTTLS, and one over TLS. With LAB_PORT, one server on that port of all addresses, with the
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
            # Not earlier: a reset before the client reads would count as a reset of the connection.
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


run("smtp", serve)
