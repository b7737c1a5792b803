"""Tries to listen on a port that another program has: each address of the sandbox, each set of options, set before and after
the bind. Prints each way that succeeds, then the number of attempts."""
import fcntl
import itertools
import socket
import struct
import sys

port = int(sys.argv[1])
options = {
    "SO_REUSEADDR": (socket.SOL_SOCKET, socket.SO_REUSEADDR, 1),
    "SO_REUSEPORT": (socket.SOL_SOCKET, socket.SO_REUSEPORT, 1),
    "IP_FREEBIND": (socket.IPPROTO_IP, 15, 1),
    "IP_TRANSPARENT": (socket.IPPROTO_IP, 19, 1),
    "SO_BINDTODEVICE lo": (socket.SOL_SOCKET, socket.SO_BINDTODEVICE, b"lo\0"),
    "SO_BINDTODEVICE eth0": (socket.SOL_SOCKET, socket.SO_BINDTODEVICE, b"eth0\0"),
}


def address_of(interface):
    SIOCGIFADDR = 0x8915
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        answer = fcntl.ioctl(any_socket, SIOCGIFADDR, struct.pack("256s", interface.encode()))
    return socket.inet_ntoa(answer[20:24])


def addresses6():
    for line in open("/proc/net/if_inet6"):
        digits = line.split()[0]
        yield socket.inet_ntop(socket.AF_INET6, bytes.fromhex(digits))


def attempt(family, address, v6_only, chosen, is_late):
    """True if there is a listener."""

    def set_options():
        for name in chosen:
            try:
                beside.setsockopt(*options[name])
            except OSError:
                pass

    with socket.socket(family, socket.SOCK_STREAM) as beside:
        try:
            if v6_only is not None:
                beside.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, v6_only)
            if not is_late:
                set_options()
            beside.bind((address, port))
            if is_late:
                set_options()
            beside.listen(5)
            return True
        except OSError:
            return False


ipv4 = ["0.0.0.0", "127.0.0.1", "127.0.0.2", "192.0.2.1", address_of("eth0")]
ipv6 = ["::", *sorted(set(addresses6())), *("::ffff:" + address for address in ipv4)]
targets = [(socket.AF_INET, address, None) for address in ipv4]
targets += [(socket.AF_INET6, address, only) for address in ipv6 for only in (0, 1)]
sets = [chosen for count in range(4) for chosen in itertools.combinations(options, count)]
attempts = 0
for target in targets:
    for chosen in sets:
        for is_late in (False, True):
            attempts += 1
            if attempt(*target, chosen, is_late):
                print(*target, *chosen, "late" if is_late else "")
print(attempts, "attempts")
