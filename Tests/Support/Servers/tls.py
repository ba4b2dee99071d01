# A server on 127.0.0.1 that completes TLS handshakes, with the certificate in the first argument.
import sys

# No bytecode is written into the source tree.
sys.dont_write_bytecode = True
from lines import accept, context, listen, read_line


def serve(client, secure):
    read_line(context.wrap_socket(client, server_side=True))


accept(serve, listen("tls"), True)
