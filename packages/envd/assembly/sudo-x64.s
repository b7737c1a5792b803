# `sudo` in a sandbox, for x86-64, as an assembler reads it. The bytes are written by src/dialect/sudo, because there
# is no compiler; test/machine/assembly.test.ts assembles this file and compares. What it is for, and what it says
# to the daemon and hears from it, stands in sudo-program.ts.
#
# It is linked to the address behind the headers of its file, and its memory lies behind its instructions.
# System calls take rax as their number, rdi, rsi, rdx, r10, r8 and r9 as arguments, and answer in rax. Numbers and
# addresses are written in 32 bits, jumps too, whatever they are: so the length of an instruction never changes.

        .intel_syntax noprefix
        .text

        .set    read, 0
        .set    write, 1
        .set    rt_sigprocmask, 14
        .set    ioctl, 16
        .set    getpid, 39
        .set    socket, 41
        .set    connect, 42
        .set    sendmsg, 46
        .set    kill, 62
        .set    getuid, 102
        .set    getgid, 104
        .set    exit_group, 231
        .set    openat, 257
        .set    ppoll, 271
        .set    signalfd4, 289

        .set    working_directory, -100
        .set    read_write, 2
        .set    block_signals, 0
        .set    set_signals, 2
        .set    close_on_exec, 02000000
        .set    foreground_group, 0x540f        # TIOCGPGRP
        .set    stop_signal, 19

        .macro  system_call number
        mov     eax, \number
        syscall
        .endm

# Compares in the form with 32 bits, also where one with 8 would do.
        .macro  jump_if_below limit, target
        .byte   0x3d                            # cmp eax, limit
        .long   \limit
        jl.d32  \target
        .endm

        .macro  jump_unless number, target
        .byte   0x3d                            # cmp eax, number
        .long   \number
        jne.d32 \target
        .endm

# The foreground process group of the terminal goes into the second word of a report. Descriptors that are no
# terminals leave it as it is.
        .macro  ask_terminal descriptor, report
        mov     edi, \descriptor
        mov     esi, foreground_group
        mov     edx, offset \report + 4
        system_call ioctl
        .endm

        .macro  find_foreground report
        ask_terminal 0, \report
        ask_terminal 1, \report
        ask_terminal 2, \report
        .endm

        .global _start
_start:
# Descriptors 0 to 2 must be open to be handed over: /dev/null takes the place of those that are not.
open:
        mov     edi, working_directory
        mov     esi, offset null_path
        mov     edx, read_write
        system_call openat
        jump_if_below 0, fail
        jump_if_below 3, open

        mov     edi, block_signals              # from now on signals are read, not suffered
        mov     esi, offset handed_set
        mov     edx, 0
        mov     r10d, 8
        system_call rt_sigprocmask
        mov     edi, -1
        mov     esi, offset handed_set
        mov     edx, 8
        mov     r10d, close_on_exec
        system_call signalfd4
        mov     [signals], eax

        mov     edi, 1                          # a stream of the local family
        mov     esi, 1 | close_on_exec
        mov     edx, 0
        system_call socket
        mov     [daemon], eax

        find_foreground first
        system_call getpid                      # the kernel lets nobody claim to be another
        mov     [own_pid], eax
        system_call getuid
        mov     [own_user], eax
        system_call getgid
        mov     [own_group], eax

        mov     edi, [daemon]
        mov     esi, offset address
        mov     edx, [address_bytes]
        system_call connect
        jump_if_below 0, fail
        mov     edi, [daemon]
        mov     esi, offset message
        mov     edx, 0
        system_call sendmsg
        jump_if_below 0, fail

wait:
        mov     edi, offset polled
        mov     esi, 2
        mov     edx, 0
        mov     r10d, 0
        mov     r8d, 8
        system_call ppoll
        movzx   eax, byte ptr [has_answer]
        jump_unless 0, answered

        mov     edi, [signals]                  # a signal: the daemon is told of it
        mov     esi, offset signal
        mov     edx, 128
        system_call read
        jump_if_below 1, wait
        mov     edi, [daemon]
        mov     esi, offset signal
        mov     edx, 8
        system_call write
        jmp.d32 wait

answered:
        mov     edi, [daemon]
        mov     esi, offset answer
        mov     edx, 3
        system_call read
        jump_unless 3, fail
        movzx   eax, byte ptr [answer]
        jump_unless 2, end

        mov     edi, [own_pid]                  # 2: stop, and say so when it goes on
        mov     esi, stop_signal
        system_call kill
        find_foreground continued
        mov     edi, [daemon]
        mov     esi, offset continued
        mov     edx, 8
        system_call write
        jmp.d32 wait

end:
        movzx   eax, byte ptr [answer]
        jump_unless 1, exit
        mov     edi, set_signals                # 1: end by the signal, which nothing holds back any more
        mov     esi, offset empty_set
        mov     edx, 0
        mov     r10d, 8
        system_call rt_sigprocmask
        mov     edi, [own_pid]
        movzx   esi, byte ptr [answer + 1]
        system_call kill
exit:
        movzx   edi, byte ptr [answer + 2]      # 0: end with the status
        system_call exit_group

fail:
        mov     edi, 2
        mov     esi, offset failure
        mov     edx, [failure_bytes]
        system_call write
        mov     edi, 1
        system_call exit_group

        .zero   -(. - _start) & 15                # the memory begins at a multiple of 16
        .include "sudo-memory.s"
