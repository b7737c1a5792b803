import type { LocalConsole } from '../../ports/local-console.ts'
import type { SandboxDaemon, Selector } from '../../ports/sandbox-daemon.ts'

export interface InputPump {
  readonly daemon: SandboxDaemon
  readonly console: Pick<LocalConsole, 'readInput'>
  readonly selector: Selector
  readonly isTerminal: boolean
  /** Called on the keys that leave a named shell; undefined: all keys are the process's. */
  readonly detach: (() => void) | undefined
}

/** Ctrl-P Ctrl-Q, as docker has it. */
const detachKeys = Buffer.from([0x10, 0x11])

/** One message is on its way at a time, so that the order is kept; what comes meanwhile goes together. Returns what stops it. */
export function pumpInput({ daemon, console, selector, isTerminal, detach }: InputPump): () => void {
  let waiting: Buffer[] = []
  let hasEnded = false
  let isSending = false
  let isStopped = false
  const send = async () => {
    if (isSending) return
    isSending = true
    try {
      while (waiting.length > 0 && !isStopped) {
        const bytes = Buffer.concat(waiting)
        waiting = []
        await daemon.sendInput(selector, { bytes, isTerminal })
        if (waiting.length === 0) source.resume()
      }
      if (hasEnded && !isTerminal && !isStopped) await daemon.closeInput(selector)
    } catch {
      // The process has ended, or the stream of its output says what is wrong.
      isStopped = true
    } finally {
      isSending = false
    }
  }
  const source = console.readInput({
    onBytes(bytes) {
      if (isStopped) return
      if (detach !== undefined && bytes.includes(detachKeys)) return detach()
      waiting.push(bytes)
      // What has not been sent yet stays where it comes from.
      source.pause()
      void send()
    },
    onEnd() {
      hasEnded = true
      void send()
    },
  })
  return () => {
    isStopped = true
    source.stop()
  }
}
