import { setTimeout as sleep } from 'node:timers/promises'
import type { MessageInitShape } from '@bufbuild/protobuf'
import {
  type ProcessSelectorSchema,
  Signal,
  type StartRequestSchema,
  type StreamInputRequestSchema,
} from '@cay/contract/gen/process/process_pb.js'
import type { CallOptions } from '@connectrpc/connect'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processClient } from '../../testing/clients.ts'
import { codesOf, errorRowsOf } from '../../testing/error-page.ts'
import { type OwnDaemon, startOwnDaemon } from '../../testing/own-daemon.ts'

let daemon: OwnDaemon
let client: ReturnType<typeof processClient>
let pipes: Selector
let terminal: Selector
let ended: Selector
/** A process whose input was closed by a client. */
let closed: Selector
/** A process that has closed its own input. */
let deaf: Selector
/** A process that reads nothing and has much input queued. */
let full: Selector

beforeAll(async () => {
  daemon = await startOwnDaemon()
  client = processClient(daemon.url)
  pipes = byPid(await started({ process: { cmd: 'sleep', args: ['1000'] }, stdin: false }))
  terminal = byPid(
    await started({ process: { cmd: 'sleep', args: ['1000'] }, pty: { size: { cols: 9, rows: 9 } } }),
  )
  closed = byPid(await started({ process: { cmd: 'sleep', args: ['1000'] } }))
  await client.closeStdin({ process: closed })
  deaf = byPid(await started(shell('exec <&-; echo deaf; exec sleep 1000'), 'data'))
  ended = byPid(await started({ process: { cmd: 'true' } }, 'end'))
  full = byPid(await started({ process: { cmd: 'sleep', args: ['1000'] } }))
  void send(full, { case: 'stdin', value: new Uint8Array(17 * mebibyte) }).catch(() => undefined)
})
afterAll(async () => {
  for (const process of [pipes, terminal, closed, deaf, full])
    await client.sendSignal({ process, signal: Signal.SIGKILL })
  await daemon[Symbol.asyncDispose]()
})

type Selector = MessageInitShape<typeof ProcessSelectorSchema>
type StartInit = MessageInitShape<typeof StartRequestSchema>

const chosen = (process?: Selector) => (process === undefined ? {} : { process })
const byPid = (pid: number): Selector => ({ selector: { case: 'pid', value: pid } })

const shell = (script: string): StartInit => ({ process: { cmd: '/bin/sh', args: ['-c', script] } })

/** Returns the pid when the process has started, has written output or has ended; the process outlives the call. */
async function started(request: StartInit, until: 'start' | 'data' | 'end' = 'start'): Promise<number> {
  let pid = 0
  for await (const { event } of client.start(request)) {
    if (event?.event.case === 'start') pid = event.event.value.pid
    if (event?.event.case === until) break
  }
  return pid
}

async function all(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of stream);
}

type Input = { case: 'stdin' | 'pty'; value: Uint8Array }
const text: Input = { case: 'stdin', value: Buffer.from('x') }
const keys: Input = { case: 'pty', value: Buffer.from('x') }

const start = (request: StartInit, options?: CallOptions) => all(client.start(request, options))
const startWith = (process: object) => start({ process: { cmd: 'true', ...process } })
const connect = (process?: Selector, options?: CallOptions) => all(client.connect(chosen(process), options))

/** All calls on one process that need no stream. */
const calls = (process?: Selector) => [
  client.update({ ...chosen(process), pty: { size: { cols: 1, rows: 1 } } }),
  client.sendInput({ ...chosen(process), input: { input: text } }),
  feed({ event: { case: 'start', value: chosen(process) } }),
  client.closeStdin(chosen(process)),
  client.sendSignal({ ...chosen(process), signal: Signal.SIGTERM }),
]

type Feed = MessageInitShape<typeof StreamInputRequestSchema>

async function feed(...messages: Feed[]): Promise<void> {
  await client.streamInput(
    (async function* () {
      yield* messages
    })(),
  )
}
const feedTo = (process: Selector, input?: Input) =>
  feed(
    { event: { case: 'start', value: { process } } },
    { event: { case: 'data', value: input === undefined ? {} : { input: { input } } } },
  )
const send = (process: Selector, input?: Input) =>
  client.sendInput({ process, ...(input === undefined ? {} : { input: { input } }) })

/** Repeats the attempt, because earlier input may still be in flight. */
async function untilRefused(attempt: () => Promise<unknown>): Promise<void> {
  for (;;) await Promise.race([attempt(), sleep(20)])
}

async function startWithoutUsers(): Promise<void> {
  const users = { find: () => undefined, userName: String, groupName: String }
  await using nobodysDaemon = await startOwnDaemon(() => users)
  await all(processClient(nobodysDaemon.url).start({ process: { cmd: 'true' } }))
}

/** With this header, only the daemon enforces the timeout. */
const withTimeout = (value: string): CallOptions => ({ headers: { 'Connect-Timeout-Ms': value } })
const nobody = byPid(999_999_999)
const untagged: Selector = { selector: { case: 'tag', value: 'none' } }
const mebibyte = 1024 * 1024
const strange: CallOptions = { headers: { authorization: `Basic ${btoa('bob:')}` } }
const everywhere = 'Connect, Update, SendInput, StreamInput, CloseStdin, SendSignal'
const live = 'Update, SendInput, StreamInput, CloseStdin, SendSignal'

/** Calls that produce each row of the page. */
const ways: Readonly<Record<string, () => Promise<unknown>[]>> = {
  'every call: `Authorization` names an unknown user': () => [
    start({ process: { cmd: 'true' } }, strange),
    connect(pipes, strange),
    client.list({}, strange),
    client.update({ process: pipes }, strange),
    client.sendInput({ process: pipes }, strange),
    client.closeStdin({ process: pipes }, strange),
    client.sendSignal({ process: pipes }, strange),
  ],
  [`${everywhere}: no process is selected`]: () => [connect(), ...calls()],
  [`${everywhere}: no process has the id or the tag`]: () => [
    ...[connect(nobody), ...calls(nobody)],
    ...[connect(untagged), ...calls(untagged)],
  ],
  [`${live}: the process has ended`]: () => calls(ended),
  'Start: nobody is named and the default user is unknown': () => [startWithoutUsers()],
  'Start: the command, an argument or a variable has a NUL, or the name of a variable is empty or has an equals sign':
    () => [
      ...[startWith({ cmd: 'a\0b' }), startWith({ args: ['\0'] }), startWith({ envs: { A: '\0' } })],
      ...[startWith({ envs: { '': '1' } }), startWith({ envs: { 'A=B': '1' } })],
    ],
  'Start: arguments or variables are larger than the system takes': () => [
    startWith({ args: ['x'.repeat(mebibyte)] }),
    startWith({ envs: { LONG: 'x'.repeat(mebibyte) } }),
  ],
  'Start: the tag is longer than 4,096 letters': () => [
    start({ process: { cmd: 'true' }, tag: 'x'.repeat(4097) }),
  ],
  'Start: the working directory is missing, no directory, or begins with `~name`': () =>
    ['/no/such', '/etc/passwd', '~bob'].map((cwd) => startWith({ cwd })),
  'Start, Connect: `Connect-Timeout-Ms` is no number': () => [
    start({ process: { cmd: 'true' } }, withTimeout('soon')),
    connect(pipes, withTimeout('soon')),
  ],
  'Start, Connect: the deadline of the call passes; Start has killed the process then': () => [
    start({ process: { cmd: 'sleep', args: ['1000'] } }, withTimeout('100')),
    connect(pipes, withTimeout('100')),
  ],
  'SendInput, StreamInput: the input is of the other kind: text for a terminal, keys for pipes': () => [
    ...[send(terminal, text), feedTo(terminal, text)],
    ...[send(pipes, keys), feedTo(pipes, keys)],
  ],
  'SendInput, StreamInput: the input is closed, was never open, or the process does not take it any more':
    () => [pipes, closed, deaf].flatMap((process) => [send(process, text), feedTo(process, text)]),
  'SendInput, StreamInput: too much input is queued for the process': () => [
    untilRefused(() => send(full, text)),
    untilRefused(() => feedTo(full, text)),
  ],
  'SendInput, StreamInput: no input is given': () => [send(pipes), feedTo(pipes)],
  'StreamInput: the first message is not the one that selects a process': () => [
    feed({ event: { case: 'data', value: { input: { input: text } } } }),
  ],
  'StreamInput: a message is of no known kind': () => [feed({})],
  'CloseStdin: the process has a terminal': () => [client.closeStdin({ process: terminal })],
  'SendSignal: another signal than SIGTERM and SIGKILL': () => [
    client.sendSignal({ process: pipes, signal: Signal.UNSPECIFIED }),
    client.sendSignal({ process: pipes, signal: 1 as Signal }),
  ],
  'Update: the process has no terminal': () => [
    client.update({ process: pipes, pty: { size: { cols: 1, rows: 1 } } }),
  ],
}
/** Needs root to act as another user: `test/machine/envd-users.test.ts`. */
const triedElsewhere = ['Start: the working directory may not be entered by the user']

const rows = errorRowsOf('Errors of process.Process')

test('the page names what is tried, and nothing else', () => {
  const named = rows.map(({ what }) => what)
  expect(named.toSorted()).toEqual([...Object.keys(ways), ...triedElsewhere].toSorted())
})

test.each(rows.filter(({ what }) => what in ways))('$what is $code', async ({ what, code }) => {
  const met = await codesOf(ways[what]?.() ?? [])
  expect(met).toEqual(met.map(() => code))
})
