/*
 * The memory of the sudo program, the same on each processor: what it hands to the system, laid out as the system reads it on
 * 64-bit Linux. From outside come the file socket-name with the name of the socket, socket_name_bytes, its length, and
 * handed_signals, a set with one bit for each signal.
 */

null_path:
        .asciz  "/dev/null"
        .zero   16 - (. - null_path)

/* Sets of signals. */
handed_set:
        .quad   handed_signals
empty_set:
        .quad   0

/* struct sockaddr_un: the family, a NUL, for the name is an abstract one, and the name. */
address:
        .short  1
        .byte   0
        .incbin "socket-name"
        .zero   112 - (. - address)
address_bytes:
        .long   3 + socket_name_bytes, 0

/* Reports to the daemon: a signal, and the foreground process group. */
first:
        .long   0, 0
continued:
        .long   18, 0

/* struct iovec of the first report. */
part:
        .quad   first, 8

/* struct cmsghdr, SOL_SOCKET, SCM_RIGHTS: three descriptors. */
control:
        .quad   16 + 3 * 4
        .long   1, 1
        .long   0, 1, 2, 0
/* The same with SCM_CREDENTIALS: who it is. */
        .quad   16 + 3 * 4
        .long   1, 2
own_pid:
        .long   0
own_user:
        .long   0
own_group:
        .long   0, 0

/* struct msghdr. */
message:
        .quad   0, 0
        .quad   part, 1
        .quad   control, 64
        .quad   0

/* struct pollfd, twice: the daemon's socket and the signals. */
polled:
daemon:
        .long   0
        .short  1
has_answer:
        .short  0
signals:
        .long   0
        .short  1, 0

/* struct signalfd_siginfo, of which the signal comes first. */
signal:
        .zero   128
/* What to do, the signal, the status. */
answer:
        .zero   8

failure:
        .ascii  "sudo: the daemon of the sandbox does not answer\n"
failure_end:
        .zero   64 - (failure_end - failure)
failure_bytes:
        .long   failure_end - failure, 0
