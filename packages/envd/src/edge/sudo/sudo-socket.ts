/**
 * The abstract local socket through which `sudo` in the sandbox requests a command as another user. The kernel states
 * who the sender is; what it requests is read from that process in /proc. dialect/sudo contains the client.
 */

import { readlinkSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { answerBytes, handedSignals, reportBytes } from '../../dialect/sudo/sudo-program.ts'
import type { SudoCaller, SudoCommand } from '../../ports/sudo.ts'
import { textOfFile } from '../filesystem/regular-file.ts'
import { closeDescriptors, type PeerMessage, receivePeerMessage } from './peer-socket.ts'
import { type SessionDeps, type SessionInput, type SudoSession, startSession } from './sudo-session.ts'

export interface SudoSocketDeps extends SessionDeps {
  readonly socketName: string
  readonly resolve: (caller: SudoCaller) => SudoCommand
  /**
   * Returns a command that explains the failure, which is started in place of a command that could not be started.
   */
  readonly explain: (caller: SudoCaller, reason: string) => SudoCommand
}

/** Limit of concurrent calls in total. */
const callsMax = 256
const standardDescriptors = 3
const continueSignal = 18
const handed: ReadonlySet<number> = new Set(handedSignals)
const stopBytes = Uint8Array.of(2, 0, 0)
/**
 * The file descriptors arrive shortly after the connection; these are the waits in milliseconds between attempts to
 * receive them.
 */
const messageWaitsMs = [0, 1, 2, 5, 10, 50, 100, 500] as const

export function listenForSudo(deps: SudoSocketDeps): Server {
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    // ECONNRESET of a killed caller; its end is handled by the `close` event.
    socket.on('error', () => socket.destroy())
    receive(socket, 0, (received) => serve(deps, socket, received))
  })
  server.maxConnections = callsMax
  server.on('error', (error) => process.stderr.write(`envd: failed to serve sudo: ${error.message}\n`))
  return server.listen(`\0${deps.socketName}`)
}

type Receiver = (received: PeerMessage) => void

function receive(socket: Socket, attempt: number, onReceived: Receiver): void {
  const descriptor = descriptorOf(socket)
  if (descriptor === undefined) return
  const received = messageOn(descriptor)
  const waitMs = messageWaitsMs[attempt]
  if (received === 'caller has left') socket.destroy()
  else if (received !== undefined) onReceived(received)
  else if (waitMs === undefined) socket.destroy()
  else setTimeout(() => receive(socket, attempt + 1, onReceived), waitMs)
}

function messageOn(descriptor: number): PeerMessage | 'caller has left' | undefined {
  try {
    return receivePeerMessage(descriptor, reportBytes)
  } catch {
    return 'caller has left'
  }
}

/** Node has no public property for it. */
function descriptorOf(socket: Socket): number | undefined {
  const handle: unknown = Reflect.get(socket, '_handle')
  const descriptor: unknown = handle instanceof Object ? Reflect.get(handle, 'fd') : undefined
  return typeof descriptor === 'number' && descriptor >= 0 ? descriptor : undefined
}

function serve(deps: SudoSocketDeps, socket: Socket, received: PeerMessage): void {
  const { descriptors, sender, bytes } = received
  try {
    const caller = sender === undefined ? undefined : readCaller(sender)
    const isWhole = descriptors.length === standardDescriptors && bytes.length === reportBytes
    if (caller === undefined || !isWhole) socket.destroy()
    else begin(deps, socket, { caller, descriptors, isForeground: isInForeground(caller, bytes) })
  } catch (error) {
    process.stderr.write(`envd: sudo: ${error instanceof Error ? error.message : String(error)}\n`)
    socket.destroy()
  } finally {
    closeDescriptors(descriptors)
  }
}

/** A report ends with the foreground process group of the terminal. */
function isInForeground({ group }: CallerInGroup, report: Buffer): boolean {
  return report.readInt32LE(4) === group
}

interface Call {
  readonly caller: CallerInGroup
  readonly descriptors: readonly number[]
  readonly isForeground: boolean
}

function begin(deps: SudoSocketDeps, socket: Socket, call: Call): void {
  const answer = deps.resolve(call.caller)
  let isOver = answer.isBackground
  const onEnd = (status: number) => {
    if (!isOver) socket.end(endBytes(status))
    isOver = true
  }
  const onStop = () => {
    if (!isOver) socket.write(stopBytes)
  }
  const session = startOrExplain(deps, { ...call, answer, onEnd, onStop })
  if (answer.isBackground) socket.end(endBytes(0))
  const reports = eachReport((report) => {
    if (!isOver) takeReport(session, call.caller, report)
  })
  socket.on('data', reports)
  socket.once('close', () => {
    if (!isOver) session.hangUp()
    isOver = true
  })
  socket.resume()
}

function startOrExplain(
  deps: SudoSocketDeps,
  call: Call & Pick<SessionInput, 'onEnd' | 'onStop'> & { readonly answer: SudoCommand },
): SudoSession {
  const { caller, descriptors, answer, onEnd, onStop } = call
  const isForeground = call.isForeground && !answer.isBackground
  try {
    return startSession(deps, { command: answer.command, descriptors, isForeground, onEnd, onStop })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const { command } = deps.explain(caller, reason)
    return startSession(deps, { command, descriptors, isForeground, onEnd, onStop })
  }
}

/** Reassembles reports from chunks. */
function eachReport(onReport: (report: Buffer) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0)
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= reportBytes) {
      onReport(rest.subarray(0, reportBytes))
      rest = rest.subarray(reportBytes)
    }
  }
}

function takeReport(session: SudoSession, caller: CallerInGroup, report: Buffer): void {
  const signal = report.readUInt32LE(0)
  if (signal === continueSignal) session.continue(isInForeground(caller, report))
  else if (handed.has(signal)) session.signal(signal)
}

/** Encodes the reply: how to end, the signal, the exit status. */
function endBytes(status: number): Uint8Array {
  const bytes = new Uint8Array(answerBytes)
  const signal = status & 0x7f
  bytes.set(signal === 0 ? [0, 0, (status >> 8) & 0xff] : [1, signal, 128 + signal])
  return bytes
}

/** Returns undefined if the process is gone. */
type CallerInGroup = SudoCaller & { readonly group: number }

function readCaller({ pid, uid }: NonNullable<PeerMessage['sender']>): CallerInGroup | undefined {
  try {
    const variables = words(`/proc/${pid}/environ`).flatMap((entry) => {
      const equals = entry.indexOf('=')
      return equals > 0 ? [[entry.slice(0, equals), entry.slice(equals + 1)] as const] : []
    })
    return {
      uid,
      argv: words(`/proc/${pid}/cmdline`),
      variables: Object.fromEntries(variables),
      workingDirectory: readlinkSync(`/proc/${pid}/cwd`),
      group: processGroupOf(read(`/proc/${pid}/stat`)),
    }
  } catch {
    return undefined
  }
}

function words(path: string): string[] {
  return read(path).split('\0').slice(0, -1)
}

function read(path: string): string {
  const text = textOfFile(path)
  if (text === undefined) throw new Error(`${path} cannot be read, or is too long`)
  return text
}

function processGroupOf(stat: string): number {
  return Number(/^ \S -?\d+ (\d+) /.exec(stat.slice(stat.lastIndexOf(')') + 1))?.[1] ?? 0)
}
