import koffi from 'koffi'
import { architectures, type Instruction, packFilter } from '../system-call-filter.ts'

const setModeFilter = 1
/** For all threads of the process, those of the engine and of its libraries too. */
const allThreads = 1

/**
 * From here on the filter judges each system call of this process and of every process that it starts. There is no way back.
 * Takes `no_new_privs` or CAP_SYS_ADMIN. Throws when the kernel cannot do it.
 */
export function filterSystemCalls(filter: readonly Instruction[]): void {
  const architecture = architectures[process.arch]
  if (architecture === undefined) throw new Error(`there is no filter of system calls for ${process.arch}`)
  const program = koffi.struct({ length: 'uint16_t', filter: 'void *' })
  const syscall: (call: number, mode: number, flags: number, filter: object) => number = koffi
    .load('libc.so.6')
    .func('syscall', 'long', ['long', 'long', 'long', koffi.pointer(program)])
  const filterProgram = { length: filter.length, filter: packFilter(filter) }
  if (syscall(architecture.seccomp, setModeFilter, allThreads, filterProgram) !== 0)
    throw new Error(`system calls could not be filtered (errno ${koffi.errno()})`)
}
