/**
 * A shell in a terminal of a sandbox. It outlives a lost connection and a reload of the page: the stream is opened again to the
 * same process, until the shell ends, and begins with the latest output.
 */
import { headers as sent } from '@cay/contract/names.ts'
import { Code, ConnectError } from '@connectrpc/connect'
import { InputQueue } from '../rules/input-queue.ts'
import { nextDelayMs } from '../rules/poll-pace.ts'
import type { Daemon } from './daemon.ts'

export interface Size {
  readonly cols: number
  readonly rows: number
}

export interface ShellOptions {
  readonly daemon: Daemon
  /** Names the shell: one of this name that runs already is used. */
  readonly tag: string
  readonly size: () => Size
  /** `isReplay`: it is from before the connection. */
  readonly onOutput: (bytes: Uint8Array, isReplay: boolean) => void
  /** What is on the screen comes again. */
  readonly onReplay: () => void
  readonly onState: (state: ShellState) => void
}

export type ShellState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open'; readonly isSame: boolean }
  | { readonly kind: 'lost'; readonly message: string }
  /** The sandbox was paused or has ended: asking for its shell again could resume it. */
  | { readonly kind: 'away'; readonly message: string }
  | { readonly kind: 'ended'; readonly message: string }

export interface Shell {
  type(bytes: Uint8Array): void
  resize(size: Size): void
  /** Leaves the shell as it is. */
  close(): void
}

const keepAliveSeconds = '20'
/** A stream in which nothing comes, not even a sign of life, is dead. */
const silenceMsMax = 50_000

export function openShell(options: ShellOptions): Shell {
  const { daemon, tag, onState } = options
  const closed = new AbortController()
  const connection: Connection = { present: new AbortController() }
  const process = byTag(tag)
  const input = new InputQueue(
    async (value) => {
      const { signal } = connection.present
      await daemon.processes.sendInput({ process, input: { input: { case: 'pty', value } } }, { signal })
    },
    (error) => {
      // It was given up with its connection, and there is another one.
      if (ConnectError.from(error).code === Code.Canceled) return
      onState({ kind: 'lost', message: messageOf(error) })
      connection.present.abort()
    },
  )
  void follow(options, connection, closed.signal)
  return {
    type: (bytes) => input.push(bytes),
    resize: (size) => {
      // A request to a sandbox that was paused could resume it.
      if (!connection.present.signal.aborted) resize(daemon, tag, size)
    },
    close: () => closed.abort(),
  }
}

const byTag = (tag: string) => ({ selector: { case: 'tag' as const, value: tag } })

function resize(daemon: Daemon, tag: string, size: Size): void {
  // A shell that is gone has no size; its stream says so.
  daemon.processes.update({ process: byTag(tag), pty: { size } }).catch(() => undefined)
}

interface Connection {
  /** Ends the stream and the input that is on its way: another stream is opened. */
  present: AbortController
}

async function follow(options: ShellOptions, connection: Connection, signal: AbortSignal): Promise<void> {
  const { onState } = options
  let failures = 0
  onState({ kind: 'connecting' })
  while (!signal.aborted) {
    const present = new AbortController()
    connection.present = present
    try {
      const end = await readOnce(options, AbortSignal.any([signal, present.signal]), () => {
        failures = 0
      })
      return onState({ kind: 'ended', message: end })
    } catch (error) {
      if (signal.aborted) return
      if (ConnectError.from(error).code === Code.Unavailable)
        return onState({ kind: 'away', message: messageOf(error) })
      failures += 1
      onState({ kind: 'lost', message: messageOf(error) })
    } finally {
      // Input that gets no response would keep back what is typed later.
      present.abort()
    }
    await untilRetry(nextDelayMs({ everyMs: 0, failures, retryAfterMs: undefined }), signal)
  }
}

/** Returns how the shell ended; throws when the connection did. */
async function readOnce(options: ShellOptions, signal: AbortSignal, onOpen: () => void): Promise<string> {
  const { daemon, tag, size, onOutput, onReplay, onState } = options
  const ended = new AbortController()
  const either = AbortSignal.any([signal, ended.signal])
  let watch = setTimeout(() => ended.abort(), silenceMsMax)
  try {
    const attached = await attach(options, either)
    const { stream, isSame } = attached
    let replayed = 0
    for await (const { event } of stream) {
      clearTimeout(watch)
      watch = setTimeout(() => ended.abort(), silenceMsMax)
      if (event?.event.case === 'start') {
        onOpen()
        if (attached.replayCount() > 0) onReplay()
        const { cols, rows } = size()
        if (cols !== attached.size?.cols || rows !== attached.size.rows) resize(daemon, tag, { cols, rows })
        onState({ kind: 'open', isSame })
      } else if (event?.event.case === 'data') {
        const { output } = event.event.value
        replayed += 1
        if (output.case === 'pty') onOutput(output.value, replayed <= attached.replayCount())
      } else if (event?.event.case === 'end') {
        return `The shell has ended (${event.event.value.status}).`
      }
    }
    throw new Error(`the stream of ${tag} ended`)
  } finally {
    clearTimeout(watch)
  }
}

/**
 * To the shell of this name, or to a new one. `replayCount`: the first pieces of output that are from before, once the stream has
 * begun. `size`: of its terminal; undefined: that of another window.
 */
async function attach({ daemon, tag, size }: ShellOptions, signal: AbortSignal) {
  const keepAlive = { 'Keepalive-Ping-Interval': keepAliveSeconds }
  const { processes } = await daemon.processes.list({}, { signal })
  const isSame = processes.some((one) => one.tag === tag)
  if (isSame) {
    const process = byTag(tag)
    let count = 0
    const onHeader = (headers: Headers) => {
      count = Number(headers.get(sent.replay) ?? 0)
    }
    const headers = { ...keepAlive, [sent.replay]: '1' }
    const stream = daemon.processes.connect({ process }, { signal, headers, onHeader })
    return { stream, isSame, replayCount: () => count, size: undefined }
  }
  const envs = { TERM: 'xterm-256color', COLORTERM: 'truecolor', LANG: 'C.UTF-8' }
  const process = { cmd: '/bin/bash', args: ['-i', '-l'], envs }
  const headers = { ...keepAlive, [sent.keepOutput]: '1' }
  const present = size()
  const stream = daemon.processes.start({ process, tag, pty: { size: present } }, { signal, headers })
  return { stream, isSame, replayCount: () => 0, size: present }
}

/** While the page is visible; at once when it is shown again, or the machine is back on the network. */
function untilRetry(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const settled = new AbortController()
    const settle = () => {
      settled.abort()
      clearTimeout(timer)
      resolve()
    }
    const settleIfSeen = () => {
      if (document.visibilityState === 'visible') settle()
    }
    const timer = setTimeout(settleIfSeen, ms)
    const listening = { signal: settled.signal }
    addEventListener('online', settleIfSeen, listening)
    document.addEventListener('visibilitychange', settleIfSeen, listening)
    signal.addEventListener('abort', settle, listening)
  })
}

function messageOf(error: unknown): string {
  const { code, rawMessage } = ConnectError.from(error)
  return code === Code.Unknown || code === Code.Canceled ? 'The sandbox does not respond.' : rawMessage
}
