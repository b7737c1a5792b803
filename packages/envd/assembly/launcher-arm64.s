// The launcher for arm64, as an assembler reads it. The daemon writes these bytes itself (src/dialect/process/launcher-arm64.ts),
// because there is no compiler in a sandbox; test/machine/assembly.test.ts assembles this file and compares.
//
// Symbols from outside: uid, gid and group_count; without a uid the launcher stays who it is. The groups, 32 bits each,
// are put behind the last instruction. failure_status is what it exits with when it cannot begin.
//
// At entry, from sp on: argc, argv[0..argc-1], a null, the environment, a null. What argv holds:
//   0 launcher  1 DIRECTORY  2 FILE  3 "/bin/sh"  4 "-c"  5 'exec "$@"'  6 "--"  7 COMMAND  8... ARGS
// System calls take x8 as their number, x0, x1 and x2 as arguments, and answer in x0.

        .text

        .set    chdir, 49
        .set    exit_group, 94
        .set    setresuid, 147
        .set    setresgid, 149
        .set    setgroups, 159
        .set    execve, 221

        .set    argc, 0
        .set    argv, 8                         // offsets from sp
        .set    directory, argv + 8 * 1
        .set    file, argv + 8 * 2
        .set    shell, argv + 8 * 3
        .set    command, argv + 8 * 7

// A number of 32 bits, in two instructions whatever its size.
        .macro  set register, number
        movz    \register, #((\number) & 0xffff)
        movk    \register, #(((\number) >> 16) & 0xffff), lsl #16
        .endm

        .macro  system_call number
        set     w8, \number
        svc     #0
        .endm

// Ends the program unless the call has answered 0.
        .macro  must_succeed
        cbnz    x0, fail
        .endm

// execve(the file, the vector from there on, the environment). It answers only when it has failed.
        .macro  execute file, vector
        ldr     x0, [sp, #\file]
        add     x1, sp, #\vector
        add     x3, sp, #16
        ldr     x4, [sp, #argc]
        add     x2, x3, x4, lsl #3              // behind argc, the arguments and their null
        system_call execve
        .endm

        .global _start
_start:
        .ifdef  uid
        set     w0, group_count                 // setgroups(group_count, groups)
        adr     x1, groups
        system_call setgroups
        must_succeed

        set     w0, gid                         // the group before the user: afterwards it may not be changed
        set     w1, gid                         // real, effective, saved: for good
        set     w2, gid
        system_call setresgid
        must_succeed

        set     w0, uid
        set     w1, uid
        set     w2, uid
        system_call setresuid
        must_succeed
        .endif

        ldr     x0, [sp, #directory]            // as this user: it may be closed to it
        system_call chdir
        must_succeed

        execute file, command
        execute shell, shell                    // the shell says what is wrong with the command

fail:
        set     w0, failure_status
        system_call exit_group
groups:
