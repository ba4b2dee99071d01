# FTP servers on 127.0.0.1 (RFC 959, RFC 2428) with a directory of one file. One of them uses TLS, also for data connections, with the
# certificate in the first argument.
import socket, sys

# No bytecode is written into the source tree.
sys.dont_write_bytecode = True
from lines import context, read_line, run, say


def serve(client, secure):
    if secure:
        client = context.wrap_socket(client, server_side=True)
    data = None
    say(client, ["220 at your service"])
    while line := read_line(client):
        verb = line.split(b" ")[0].upper()
        if verb == b"USER":
            say(client, ["331 and your password?"])
        elif verb == b"PASS":
            say(client, ["230 in"])
        elif verb == b"PWD":
            say(client, ['257 "/" is here'])
        elif verb == b"EPSV":
            data = socket.create_server(("127.0.0.1", 0))
            say(client, [f"229 go (|||{data.getsockname()[1]}|)"])
        elif verb in (b"LIST", b"MLSD", b"NLST") and data:
            say(client, ["150 here it comes"])
            listener, data = data, None
            connection, _ = listener.accept()
            with listener, context.wrap_socket(connection, server_side=True) if secure else connection as stream:
                say(stream, ["-rw-r--r-- 1 0 0 7 Jan 01 00:00 correct"])
                if secure:
                    stream.unwrap()
            say(client, ["226 done"])
        elif verb == b"QUIT":
            return say(client, ["221 bye"])
        elif verb in (b"TYPE", b"CWD", b"PBSZ", b"PROT", b"OPTS"):
            say(client, ["200 well"])
        else:
            say(client, ["502 what is that?"])


run("ftp", serve)
