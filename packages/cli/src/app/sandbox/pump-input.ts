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
const [firstDetachKey, secondDetachKey] = [0x10, 0x11]

/**
 * Keys come one by one: the first of the two waits for the next one. Returns what is for the process, and whether the two have come; what
 * was typed before them is still for the process.
 */
export function detachFilter(): (bytes: Buffer) => { readonly bytes: Buffer; readonly isDetached: boolean } {
  let isPending = false
  return (typed) => {
    const bytes = isPending ? Buffer.concat([Buffer.from([firstDetachKey]), typed]) : typed
    const at = bytes.indexOf(Buffer.from([firstDetachKey, secondDetachKey]))
    isPending = at < 0 && bytes.at(-1) === firstDetachKey
    if (at >= 0) return { bytes: bytes.subarray(0, at), isDetached: true }
    return { bytes: isPending ? bytes.subarray(0, -1) : bytes, isDetached: false }
  }
}

/** One message is on its way at a time, so that the order is kept; what comes meanwhile goes together. Returns what stops it. */
export function pumpInput({ daemon, console, selector, isTerminal, detach }: InputPump): () => void {
  const filter = detach === undefined ? undefined : detachFilter()
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
    onBytes(typed) {
      if (isStopped) return
      const { bytes, isDetached } = filter?.(typed) ?? { bytes: typed, isDetached: false }
      if (isDetached) return detach?.()
      if (bytes.length === 0) return
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
