import { once } from 'node:events'
import { passOutputUnchanged } from '@cay/kit/host/terminal-output.ts'
import type { LocalConsole } from '../ports/local-console.ts'
import type { TerminalSize } from '../ports/sandbox-daemon.ts'
import { onOutputLoss } from './terminal.ts'

export const localConsole: LocalConsole = {
  isTerminal: process.stdin.isTTY === true && process.stdout.isTTY === true,
  size,
  onResize(listener) {
    const onResize = () => listener(size())
    process.stdout.on('resize', onResize)
    return () => process.stdout.off('resize', onResize)
  },
  makeRaw() {
    process.stdin.setRawMode?.(true)
    passOutputUnchanged()
    return () => process.stdin.setRawMode?.(false)
  },
  onEndRequest(listener) {
    let count = 0
    const onInterrupt = (signal: 'SIGINT' | 'SIGTERM') => listener(signal, ++count)
    const onHangUp = () => listener('SIGHUP', count)
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, onInterrupt)
    process.on('SIGHUP', onHangUp)
    const forget = onOutputLoss((loss) => listener(loss === 'terminal' ? 'SIGHUP' : 'unread', count))
    return () => {
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, onInterrupt)
      process.off('SIGHUP', onHangUp)
      forget()
    }
  },
  readInput({ onBytes, onEnd }) {
    const { stdin } = process
    stdin.on('data', onBytes)
    stdin.on('end', onEnd)
    return {
      pause: () => void stdin.pause(),
      resume: () => void stdin.resume(),
      stop() {
        stdin.off('data', onBytes)
        stdin.off('end', onEnd)
        stdin.pause()
        // Nothing of this process waits for more.
        if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref()
      },
    }
  },
  async write(stream, bytes, signal) {
    const target = process[stream]
    if (!target.write(bytes)) await once(target, 'drain', signal === undefined ? {} : { signal })
  },
}

function size(): TerminalSize {
  const { columns, rows } = process.stdout
  return { cols: columns ?? 80, rows: rows ?? 24 }
}
