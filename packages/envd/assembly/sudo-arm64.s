// `sudo` in a sandbox, for arm64, as an assembler reads it. The bytes are written by src/dialect/sudo, because there
// is no compiler; test/machine/assembly.test.ts assembles this file and compares. What it is for, and what it says
// to the daemon and hears from it, stands in sudo-program.ts.
//
// It is linked to the address behind the headers of its file, and its memory lies behind its instructions.
// System calls take x8 as their number, x0 to x5 as arguments, and answer in x0. Numbers and addresses are of 32 bits and
// take two instructions, whatever they are: so the length of the program never changes.

        .text

        .set    ioctl, 29
        .set    openat, 56
        .set    read, 63
        .set    write, 64
        .set    ppoll, 73
        .set    signalfd4, 74
        .set    exit_group, 94
        .set    kill, 129
        .set    rt_sigprocmask, 135
        .set    getpid, 172
        .set    getuid, 174
        .set    getgid, 176
        .set    socket, 198
        .set    connect, 203
        .set    sendmsg, 211

        .set    working_directory, -100
        .set    read_write, 2
        .set    block_signals, 0
        .set    set_signals, 2
        .set    close_on_exec, 02000000
        .set    foreground_group, 0x540f        // TIOCGPGRP
        .set    stop_signal, 19

        .macro  set register, number
        movz    \register, #((\number) & 0xffff)
        movk    \register, #(((\number) >> 16) & 0xffff), lsl #16
        .endm

        .macro  set_address register, place
        movz    \register, #:abs_g0_nc:\place
        movk    \register, #:abs_g1:\place
        .endm

// The word or the byte that stands at a place.
        .macro  load_word register, place
        set_address w9, \place
        ldr     \register, [x9]
        .endm

        .macro  load_byte register, place
        set_address w9, \place
        ldrb    \register, [x9]
        .endm

        .macro  keep_answer place
        set_address w9, \place
        str     w0, [x9]
        .endm

        .macro  system_call number
        set     w8, \number
        svc     #0
        .endm

        .macro  jump_if_below limit, target
        set     w10, \limit
        cmp     w0, w10
        b.lt    \target
        .endm

        .macro  jump_unless number, target
        set     w10, \number
        cmp     w0, w10
        b.ne    \target
        .endm

// The foreground process group of the terminal goes into the second word of a report. Descriptors that are no
// terminals leave it as it is.
        .macro  ask_terminal descriptor, report
        set     w0, \descriptor
        set     w1, foreground_group
        set_address w2, \report + 4
        system_call ioctl
        .endm

        .macro  find_foreground report
        ask_terminal 0, \report
        ask_terminal 1, \report
        ask_terminal 2, \report
        .endm

        .global _start
_start:
// Descriptors 0 to 2 must be open to be handed over: /dev/null takes the place of those that are not.
open:
        set     w0, working_directory
        set_address w1, null_path
        set     w2, read_write
        system_call openat
        jump_if_below 0, fail
        jump_if_below 3, open

        set     w0, block_signals               // from now on signals are read, not suffered
        set_address w1, handed_set
        set     w2, 0
        set     w3, 8
        system_call rt_sigprocmask
        set     w0, -1
        set_address w1, handed_set
        set     w2, 8
        set     w3, close_on_exec
        system_call signalfd4
        keep_answer signals

        set     w0, 1                           // a stream of the local family
        set     w1, 1 | close_on_exec
        set     w2, 0
        system_call socket
        keep_answer daemon

        find_foreground first
        system_call getpid                      // the kernel lets nobody claim to be another
        keep_answer own_pid
        system_call getuid
        keep_answer own_user
        system_call getgid
        keep_answer own_group

        load_word w0, daemon
        set_address w1, address
        load_word w2, address_bytes
        system_call connect
        jump_if_below 0, fail
        load_word w0, daemon
        set_address w1, message
        set     w2, 0
        system_call sendmsg
        jump_if_below 0, fail

wait:
        set_address w0, polled
        set     w1, 2
        set     w2, 0
        set     w3, 0
        set     w4, 8
        system_call ppoll
        load_byte w0, has_answer
        jump_unless 0, answered

        load_word w0, signals                   // a signal: the daemon is told of it
        set_address w1, signal
        set     w2, 128
        system_call read
        jump_if_below 1, wait
        load_word w0, daemon
        set_address w1, signal
        set     w2, 8
        system_call write
        b       wait

answered:
        load_word w0, daemon
        set_address w1, answer
        set     w2, 3
        system_call read
        jump_unless 3, fail
        load_byte w0, answer
        jump_unless 2, end

        load_word w0, own_pid                   // 2: stop, and say so when it goes on
        set     w1, stop_signal
        system_call kill
        find_foreground continued
        load_word w0, daemon
        set_address w1, continued
        set     w2, 8
        system_call write
        b       wait

end:
        load_byte w0, answer
        jump_unless 1, exit
        set     w0, set_signals                 // 1: end by the signal, which nothing holds back any more
        set_address w1, empty_set
        set     w2, 0
        set     w3, 8
        system_call rt_sigprocmask
        load_word w0, own_pid
        load_byte w1, answer + 1
        system_call kill
exit:
        load_byte w0, answer + 2                // 0: end with the status
        system_call exit_group

fail:
        set     w0, 2
        set_address w1, failure
        load_word w2, failure_bytes
        system_call write
        set     w0, 1
        system_call exit_group

        .zero   -(. - _start) & 15                // the memory begins at a multiple of 16
        .include "sudo-memory.s"
