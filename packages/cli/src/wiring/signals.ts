import { expectThisMachine } from './this-machine.ts'

export const stopping = new AbortController()
let isStoppedBySignals = false

/** One orderly stop, however often it is asked for: a terminal tells us and whoever started us. */
export function stopOnSignals(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
  isStoppedBySignals = true
}

/** Whether only a signal ends this process, whoever else leaves. */
export const outlivesReaders = () => isStoppedBySignals

/** What needs root is done on this machine. */
export function expectRoot(command: string): void {
  expectThisMachine(`\`${command}\``)
  if (process.getuid?.() !== 0) throw new Error(`you are not root: run \`sudo ${command}\``)
}
