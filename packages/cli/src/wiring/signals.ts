import { expectThisMachine } from './this-machine.ts'

export const stopping = new AbortController()
let goesOnUnread = false

/**
 * One orderly stop, however often it is asked for: a terminal tells us and whoever started us. What outlives readers is brought
 * to its end although nobody sees its output any more.
 */
export function stopOnSignals({ outlivesReaders }: { readonly outlivesReaders: boolean }): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
  goesOnUnread = outlivesReaders
}

/** Whether this process goes on when whoever reads its output has left. */
export const outlivesReaders = () => goesOnUnread

/** What needs root is done on this machine. */
export function expectRoot(command: string): void {
  expectThisMachine(`\`${command}\``)
  if (process.getuid?.() !== 0) throw new Error(`you are not root: run \`sudo ${command}\``)
}
