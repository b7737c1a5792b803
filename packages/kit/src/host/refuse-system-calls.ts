import koffi from 'koffi'
import { architectures, packFilter, renderFilter } from '../system-call-filter.ts'

const setNoNewPrivileges = 38
const setModeFilter = 1
/** For all threads of the process, those of the engine and of its libraries too. */
const allThreads = 1

/**
 * From here on this process, and whatever it becomes, makes none of the calls that the filter refuses, nor gains a right by
 * starting a program. There is no way back. Throws when the kernel cannot do it.
 */
export function refuseSystemCalls(): void {
  const architecture = architectures[process.arch]
  if (architecture === undefined) throw new Error(`there is no filter of system calls for ${process.arch}`)
  const libc = koffi.load('libc.so.6')
  const program = koffi.struct({ length: 'uint16_t', filter: 'void *' })
  const prctl: (option: number, a: number, b: number, c: number, d: number) => number = libc.func(
    'int prctl(int option, unsigned long a, unsigned long b, unsigned long c, unsigned long d)',
  )
  const syscall: (call: number, mode: number, flags: number, filter: object) => number = libc.func(
    'syscall',
    'long',
    ['long', 'long', 'long', koffi.pointer(program)],
  )
  const filter = renderFilter(architecture)
  const filterProgram = { length: filter.length, filter: packFilter(filter) }
  const isDone =
    prctl(setNoNewPrivileges, 1, 0, 0, 0) === 0 &&
    syscall(architecture.seccomp, setModeFilter, allThreads, filterProgram) === 0
  if (!isDone) throw new Error(`system calls could not be filtered (errno ${koffi.errno()})`)
}
