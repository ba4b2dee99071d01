# A server on 127.0.0.1 that sends one word.
import sys

# No bytecode is written into the source tree.
sys.dont_write_bytecode = True
from lines import accept, listen, read_line, say


def serve(client, secure):
    say(client, ["correct"])
    read_line(client)


accept(serve, listen("tcp"), False)
