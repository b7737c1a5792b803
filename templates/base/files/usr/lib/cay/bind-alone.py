"""Binds a TCP port so that nobody can listen beside it, and becomes a command that gets the listening socket as descriptor 3.

    python3 -E -s bind-alone.py [--wait] PORT COMMAND [ARGUMENT...]

Servers usually set SO_REUSEADDR. In gVisor, any user could then bind a more specific address of the port, or an interface, and
would get all new connections. Without the option every second bind is refused, whatever its own options are; and so is this
one while connections of an earlier server end, which takes a minute.

Exits with 98 if another program listens on the port; with --wait, waits until the port is free.
"""

import errno
import os
import socket
import sys
import time

DESCRIPTOR = 3
BACKLOG = 511
# Between two attempts.
PAUSE_SECONDS = 0.5
# For connections that end: longer than TCP keeps them.
ENDING_SECONDS_MAX = 90
CONNECT_SECONDS_MAX = 5


def bind(port):
    bound = socket.socket(socket.AF_INET6, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        bound.bind(("::", port))
        bound.listen(BACKLOG)
        return bound
    except OSError:
        bound.close()
        raise


def is_served(port):
    try:
        socket.create_connection(("127.0.0.1", port), CONNECT_SECONDS_MAX).close()
        return True
    except OSError:
        return False


def bind_when_free(port, is_patient):
    began = time.monotonic()
    while True:
        try:
            return bind(port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
        if not is_patient and (is_served(port) or time.monotonic() - began > ENDING_SECONDS_MAX):
            print(f"port {port} is in use", file=sys.stderr)
            sys.exit(errno.EADDRINUSE)
        time.sleep(PAUSE_SECONDS)


def main(arguments):
    is_patient = arguments[0] == "--wait"
    port, *command = arguments[1:] if is_patient else arguments
    bound = bind_when_free(int(port), is_patient)
    # The copy is inheritable, also where it has the number already.
    os.dup2(os.dup(bound.fileno()), DESCRIPTOR)
    os.execvp(command[0], command)


main(sys.argv[1:])
