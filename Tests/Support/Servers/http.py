# Web servers on 127.0.0.1, one of them over TLS with the certificate in the first argument.
import sys

# No bytecode is written into the source tree.
sys.dont_write_bytecode = True
from lines import context, read_line, run, say


def serve(client, secure):
    if secure:
        client = context.wrap_socket(client, server_side=True)
    while read_line(client):
        while read_line(client):
            pass
        say(client, ["HTTP/1.1 200 OK", "Content-Type: text/plain", "Content-Length: 9", "", "correct"])


run("http", serve)
