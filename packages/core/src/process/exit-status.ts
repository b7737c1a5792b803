/** Describes the end of a process for the wire, from the status word of waitpid. */

export interface ProcessEnd {
  /** -1 when a signal ended it. */
  readonly exitCode: number
  /** True when it exited by itself. */
  readonly exited: boolean
  /** `exit status 1`, `signal: killed`, `signal: segmentation fault (core dumped)`. */
  readonly status: string
  /** The status text, unless the process exited with 0. */
  readonly error: string | undefined
}

const signalNames: Readonly<Record<number, string>> = {
  1: 'hangup',
  2: 'interrupt',
  3: 'quit',
  4: 'illegal instruction',
  5: 'trace/breakpoint trap',
  6: 'aborted',
  7: 'bus error',
  8: 'floating point exception',
  9: 'killed',
  10: 'user defined signal 1',
  11: 'segmentation fault',
  12: 'user defined signal 2',
  13: 'broken pipe',
  14: 'alarm clock',
  15: 'terminated',
}

const coreDumped = 0x80

/** `word` is the status of waitpid for a process that has ended (never for a stopped one). */
export function describeEnd(word: number): ProcessEnd {
  const signal = word & 0x7f
  if (signal !== 0) {
    const name = signalNames[signal] ?? `signal ${signal}`
    const status = `signal: ${name}${(word & coreDumped) === 0 ? '' : ' (core dumped)'}`
    return { exitCode: -1, exited: false, status, error: status }
  }
  const exitCode = (word >> 8) & 0xff
  const status = `exit status ${exitCode}`
  return { exitCode, exited: true, status, error: exitCode === 0 ? undefined : status }
}
