/**
 * Functions of the C library, called in this process through koffi: one typed function for each call that the daemon
 * needs and Node does not offer. Each throws `SystemCallError` with the errno's name; none contains further logic.
 */

import { errnoAnswer, lib, minusOne, type Pointer } from '@cay/kit/host/libc.ts'

export {
  addressOf,
  allocateForever,
  asAnswered,
  bytesAt,
  minusOne,
  type Pointer,
  pipe2,
  SystemCallError,
  signalSets,
  spawnCalls,
  waitpid,
} from '@cay/kit/host/libc.ts'

export const fcntl = minusOne<[number, number, number]>('int fcntl(int fd, int command, int value)')
export const close = minusOne<[number]>('int close(int fd)')
export const kill = minusOne<[number, number]>('int kill(int pid, int signal)')
/** Fails with ECHILD if there are no children. */
export const waitid = minusOne<[number, number, null, number]>(
  'int waitid(int kind, unsigned int id, void *info, int options)',
)

export const dup3 = minusOne<[number, number, number]>('int dup3(int from, int to, int flags)')
export const ioctlInteger = minusOne<[number, number, Int32Array]>(
  'int ioctl(int fd, unsigned long request, _Out_ int *value)',
)

export const poll = minusOne<[Uint8Array, number, number]>(
  'int poll(_Inout_ uint8_t *asked, unsigned long count, int timeout)',
)
export const epollCreate = minusOne<[number]>('int epoll_create1(int flags)')
const epollControl = minusOne<[number, number, number, Uint8Array]>(
  'int epoll_ctl(int instance, int change, int fd, const uint8_t *event)',
)
const add = 1
/** The offset of `data` in `struct epoll_event`, which is packed on x64. */
const placeOfData = process.arch === 'x64' ? 4 : 8

/** Registers `events`; the instance reports them with the file descriptor's number as data. */
export function epollAdd(instance: number, fd: number, events: number): void {
  const event = Buffer.alloc(placeOfData + 8)
  event.writeUInt32LE(events, 0)
  event.writeInt32LE(fd, placeOfData)
  epollControl(instance, add, fd, event)
}

export const inotifyInit = minusOne<[number]>('int inotify_init1(int flags)')
export const inotifyAddWatch = minusOne<[number, string, number]>(
  'int inotify_add_watch(int fd, const char *path, uint32_t mask)',
)
export const inotifyRemoveWatch = minusOne<[number, number]>('int inotify_rm_watch(int fd, int watch)')

export const posixOpenpt = minusOne<[number]>('int posix_openpt(int flags)')
export const grantpt = minusOne<[number]>('int grantpt(int fd)')
export const unlockpt = minusOne<[number]>('int unlockpt(int fd)')
export const ptsname = errnoAnswer<[number, Uint8Array, number]>(
  'int ptsname_r(int fd, _Out_ uint8_t *name, size_t bytes)',
)
export const ioctlWindowSize = minusOne<[number, number, Uint16Array]>(
  'int ioctl(int fd, unsigned long request, _Inout_ uint16_t *size)',
)

/**
 * The size reserved for glibc's `struct termios`, the terminal's input and output mode; the actual struct is smaller.
 */
export const terminalModeBytes = 64
export const tcgetattr = minusOne<[number, Uint8Array]>('int tcgetattr(int fd, _Out_ uint8_t *mode)')
export const tcsetattr = minusOne<[number, number, Uint8Array]>(
  'int tcsetattr(int fd, int when, const uint8_t *mode)',
)
/** Changes a mode so that every byte passes through unmodified. */
export const cfmakeraw: (mode: Uint8Array) => void = lib.func('void cfmakeraw(_Inout_ uint8_t *mode)')

/** The memory of the message must be exclusive to the caller for the duration of the call. */
export const recvmsg = minusOne<[number, Pointer, number]>(
  'intptr_t recvmsg(int fd, void *message, int flags)',
)
export const setsockopt = minusOne<[number, number, number, Int32Array, number]>(
  'int setsockopt(int fd, int level, int name, const int32_t *value, uint32_t bytes)',
)

export const socket = minusOne<[number, number, number]>('int socket(int family, int type, int protocol)')
export const bind = minusOne<[number, Uint8Array, number]>(
  'int bind(int fd, const uint8_t *address, uint32_t bytes)',
)
export const send = minusOne<[number, Uint8Array, number, number]>(
  'intptr_t send(int fd, const uint8_t *bytes, size_t count, int flags)',
)
export const receive = minusOne<[number, Uint8Array, number, number]>(
  'intptr_t recv(int fd, _Out_ uint8_t *bytes, size_t count, int flags)',
)
/** Returns 0 if there is no such interface. */
export const ifNameToIndex: (name: string) => number = lib.func(
  'unsigned int if_nametoindex(const char *name)',
)

export const sethostname = minusOne<[string, number]>('int sethostname(const char *name, size_t bytes)')
/** `limits` holds the soft limit, then the hard limit. */
export const setrlimit = minusOne<[number, BigUint64Array]>(
  'int setrlimit(int resource, const uint64_t *limits)',
)
/** Thread 0 is the calling thread. */
export const schedSetaffinity = minusOne<[number, number, Uint8Array]>(
  'int sched_setaffinity(int thread, size_t bytes, const uint8_t *mask)',
)
/** Returns free memory of the C library to the system; keeps `padding` bytes of it at the end of the heap. */
export const mallocTrim: (padding: number) => number = lib.func('int malloc_trim(size_t padding)')
export const umask: (mask: number) => number = lib.func('int umask(int mask)')

/** The extended attribute calls that follow a symbolic link. With a null buffer they return the size needed. */
export const getxattr = minusOne<[string, string, Uint8Array | null, number]>(
  'intptr_t getxattr(const char *path, const char *name, _Out_ uint8_t *value, size_t bytes)',
)
export const setxattr = minusOne<[string, string, Uint8Array, number, number]>(
  'int setxattr(const char *path, const char *name, const uint8_t *value, size_t bytes, int flags)',
)
/**
 * Returns -1 on failure instead of throwing: a listing queries thousands of files, and most file systems have no
 * attributes.
 */
export const listxattr: (path: string, names: Uint8Array, bytes: number) => number = lib.func(
  'intptr_t listxattr(const char *path, _Out_ uint8_t *names, size_t bytes)',
)
export const removexattr = minusOne<[string, string]>('int removexattr(const char *path, const char *name)')
