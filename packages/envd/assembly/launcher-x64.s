# The launcher for x86-64, as an assembler reads it. The daemon writes these bytes itself (src/dialect/process/launcher-x64.ts),
# because there is no compiler in a sandbox; test/machine/assembly.test.ts assembles this file and compares.
#
# Symbols from outside: uid, gid and group_count; without a uid the launcher stays who it is. The groups, 32 bits each,
# are put behind the last instruction. failure_status is what it exits with when it cannot begin.
#
# At entry, from rsp on: argc, argv[0..argc-1], a null, the environment, a null. What argv holds:
#   0 launcher  1 DIRECTORY  2 FILE  3 "/bin/sh"  4 "-c"  5 'exec "$@"'  6 "--"  7 COMMAND  8... ARGS
# System calls take rax as their number, rdi, rsi and rdx as arguments, and answer in rax.

        .intel_syntax noprefix
        .text

        .set    execve, 59
        .set    chdir, 80
        .set    setgroups, 116
        .set    setresuid, 117
        .set    setresgid, 119
        .set    exit_group, 231

        .set    argc, 0
        .set    argv, 8                         # offsets from rsp
        .set    directory, argv + 8 * 1
        .set    file, argv + 8 * 2
        .set    shell, argv + 8 * 3
        .set    command, argv + 8 * 7

# Ends the program unless the call has answered 0. The jump is 32 bits wide whatever the distance.
        .macro  must_succeed
        test    eax, eax
        jnz.d32 fail
        .endm

# execve(the file, the vector from there on, the environment). It answers only when it has failed.
        .macro  execute file, vector
        mov     rdi, [rsp + \file]
        lea     rsi, [rsp + \vector]
        mov     rcx, [rsp + argc]
        lea     rdx, [rsp + rcx * 8 + 16]       # behind argc, the arguments and their null
        mov     eax, execve
        syscall
        .endm

        .global _start
_start:
        .ifdef  uid
        mov     edi, group_count                # setgroups(group_count, groups)
        lea     rsi, [rip + groups]
        mov     eax, setgroups
        syscall
        must_succeed

        mov     edi, gid                        # the group before the user: afterwards it may not be changed
        mov     esi, gid                        # real, effective, saved: for good
        mov     edx, gid
        mov     eax, setresgid
        syscall
        must_succeed

        mov     edi, uid
        mov     esi, uid
        mov     edx, uid
        mov     eax, setresuid
        syscall
        must_succeed
        .endif

        mov     rdi, [rsp + directory]          # as this user: it may be closed to it
        mov     eax, chdir
        syscall
        must_succeed

        execute file, command
        execute shell, shell                    # the shell says what is wrong with the command

fail:
        mov     edi, failure_status
        mov     eax, exit_group
        syscall
groups:
