/**
 * A filter of system calls for services that only speak to sockets and to files of their own. It refuses what such a program
 * never does and what an intruder would begin with: other programs, other processes' memory, namespaces and mounts, kernel
 * interfaces with a history of holes, and sockets of families that nobody here uses. The rest is allowed, because Node and
 * its libraries are free to change which calls they make. The words are those of classic BPF, as seccomp(2) takes them.
 */

/** One instruction: as the kernel's `struct sock_filter`. */
export interface Instruction {
  readonly code: number
  readonly whenTrue: number
  readonly whenFalse: number
  readonly value: number
}

export interface Architecture {
  /** AUDIT_ARCH_*: what the kernel calls it. */
  readonly id: number
  readonly seccomp: number
  readonly clone: number
  readonly socket: number
  readonly refused: readonly number[]
}

/**
 * The same on every architecture: open_tree to fspick, pidfd_getfd, mount_setattr, and io_uring_setup and io_uring_register.
 * Node has made one ring at its start, for its own waiting, and goes on using that: io_uring_enter is allowed.
 */
const refusedEverywhere = [428, 429, 430, 431, 432, 433, 438, 442, 425, 427]

export const architectures: Readonly<Record<string, Architecture | undefined>> = {
  x64: {
    id: 0xc000003e,
    seccomp: 317,
    clone: 56,
    socket: 41,
    refused: [
      ...[59, 322], // execve, execveat
      ...[101, 310, 311, 312], // ptrace, process_vm_readv, process_vm_writev, kcmp
      ...[165, 166, 155, 161, 272, 308], // mount, umount2, pivot_root, chroot, unshare, setns
      ...[321, 298, 323, 250, 248, 249], // bpf, perf_event_open, userfaultfd, keyctl, add_key, request_key
      ...[175, 313, 176, 246, 320, 169], // init_module, finit_module, delete_module, kexec_load, kexec_file_load, reboot
      ...[167, 168, 163, 179, 304, 303], // swapon, swapoff, acct, quotactl, open_by_handle_at, name_to_handle_at
      ...[135, 170, 227, 159, 305, 103], // personality, settimeofday, clock_settime, adjtimex, clock_adjtime, syslog
      ...[133, 259, 300, 256, 279], // mknod, mknodat, fanotify_init, migrate_pages, move_pages
      ...[172, 173, 154], // iopl, ioperm, modify_ldt
      ...refusedEverywhere,
    ],
  },
  arm64: {
    id: 0xc00000b7,
    seccomp: 277,
    clone: 220,
    socket: 198,
    refused: [
      ...[221, 281, 117, 270, 271, 272], // in the order of the list above, without those that this one lacks
      ...[40, 39, 41, 51, 97, 268],
      ...[280, 241, 282, 219, 217, 218],
      ...[105, 273, 106, 104, 294, 142],
      ...[224, 225, 89, 60, 265, 264],
      ...[92, 170, 112, 171, 266, 116],
      ...[33, 262, 238, 239],
      ...refusedEverywhere,
    ],
  },
}

/** Its flags lie in memory, where a filter cannot look; the library asks with `clone` instead when it is not there. */
const clone3 = 435
/** Any namespace: CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const namespaceFlags = 0x7e020000
/** AF_UNIX, AF_INET, AF_INET6, and AF_NETLINK, by which the node's addresses are asked for. */
const socketFamilies = [1, 2, 10, 16]
/** Set in the numbers of a second table that one architecture has. */
const otherTableBit = 0x40000000

const errno = { notPermitted: 1, noSuchCall: 38 }
const verdicts = {
  allow: 0x7fff0000,
  refuse: 0x00050000 | errno.notPermitted,
  unknown: 0x00050000 | errno.noSuchCall,
}

/** Offsets into `struct seccomp_data`. */
const places = { call: 0, architecture: 4, firstArgument: 16 }
const codes = { load: 0x20, whenEqual: 0x15, whenAnyBit: 0x45, answer: 0x06 }

export function renderFilter({ id, clone, socket, refused }: Architecture): readonly Instruction[] {
  const verdictOn = (call: number, verdict: number) => when(call, [answer(verdict)])
  return [
    load(places.architecture),
    // Calls of another architecture have other numbers.
    jump(codes.whenEqual, id, 1, 0),
    answer(verdicts.refuse),
    load(places.call),
    jump(codes.whenAnyBit, otherTableBit, 0, 1),
    answer(verdicts.refuse),
    ...refused.flatMap((call) => verdictOn(call, verdicts.refuse)),
    ...verdictOn(clone3, verdicts.unknown),
    ...when(clone, [
      load(places.firstArgument),
      jump(codes.whenAnyBit, namespaceFlags, 0, 1),
      answer(verdicts.refuse),
      answer(verdicts.allow),
    ]),
    ...when(socket, [
      load(places.firstArgument),
      ...socketFamilies.flatMap((family) => when(family, [answer(verdicts.allow)])),
      answer(verdicts.refuse),
    ]),
    answer(verdicts.allow),
  ]
}

/** Runs the steps, which answer, when what was loaded is the value. */
function when(value: number, steps: readonly Instruction[]): Instruction[] {
  return [jump(codes.whenEqual, value, 0, steps.length), ...steps]
}

function load(value: number): Instruction {
  return { code: codes.load, whenTrue: 0, whenFalse: 0, value }
}

function jump(code: number, value: number, whenTrue: number, whenFalse: number): Instruction {
  return { code, value, whenTrue, whenFalse }
}

function answer(value: number): Instruction {
  return { code: codes.answer, whenTrue: 0, whenFalse: 0, value }
}

const instructionBytes = 8

/** As the kernel reads them, on a machine that has the low byte first. */
export function packFilter(filter: readonly Instruction[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(filter.length * instructionBytes))
  for (const [index, { code, whenTrue, whenFalse, value }] of filter.entries()) {
    const at = index * instructionBytes
    bytes.setUint16(at, code, true)
    bytes.setUint8(at + 2, whenTrue)
    bytes.setUint8(at + 3, whenFalse)
    bytes.setUint32(at + 4, value, true)
  }
  return new Uint8Array(bytes.buffer)
}
