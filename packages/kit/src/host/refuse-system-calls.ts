import koffi from 'koffi'
import { architectures, renderFilter } from '../system-call-filter.ts'
import { filterSystemCalls } from './filter-system-calls.ts'

const setNoNewPrivileges = 38

/**
 * From here on this process, and whatever it becomes, makes none of the calls that the filter refuses, nor gains a right by
 * starting a program. There is no way back. Throws when the kernel cannot do it.
 */
export function refuseSystemCalls(): void {
  const architecture = architectures[process.arch]
  if (architecture === undefined) throw new Error(`there is no filter of system calls for ${process.arch}`)
  const prctl: (option: number, a: number, b: number, c: number, d: number) => number = koffi
    .load('libc.so.6')
    .func('int prctl(int option, unsigned long a, unsigned long b, unsigned long c, unsigned long d)')
  if (prctl(setNoNewPrivileges, 1, 0, 0, 0) !== 0)
    throw new Error(`no_new_privs could not be set (errno ${koffi.errno()})`)
  filterSystemCalls(renderFilter(architecture))
}
