import { existsSync } from 'node:fs'
import type { MessageInitShape } from '@bufbuild/protobuf'
import {
  type Process,
  type ProcessEvent,
  Signal,
  type StartRequestSchema,
} from '@cay/contract/gen/process/process_pb.js'
import { type Client, Code, ConnectError } from '@connectrpc/connect'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { processClient } from '../../testing/clients.ts'
import { type OwnDaemon, startOwnDaemon } from '../../testing/own-daemon.ts'

type StartInit = MessageInitShape<typeof StartRequestSchema>

let daemon: OwnDaemon
beforeAll(async () => {
  daemon = await startOwnDaemon()
})
afterAll(() => daemon[Symbol.asyncDispose]())

const clientOf = (useBinaryFormat: boolean) => processClient(daemon.url, useBinaryFormat)

interface Outcome {
  readonly pid: number
  readonly stdout: string
  readonly stderr: string
  readonly pty: string
  readonly end: { exitCode: number; exited: boolean; status: string; error?: string | undefined }
  /** Kinds of events in order, without repetitions. */
  readonly order: string[]
}

async function collect(events: AsyncIterable<{ event?: ProcessEvent | undefined }>): Promise<Outcome> {
  const texts = { stdout: '', stderr: '', pty: '' }
  const order: string[] = []
  let pid = 0
  let end: Outcome['end'] | undefined
  for await (const { event } of events) {
    const happening = event?.event
    if (happening?.case !== undefined && order.at(-1) !== happening.case) order.push(happening.case)
    if (happening?.case === 'start') pid = happening.value.pid
    if (happening?.case === 'end') end = happening.value
    const output = happening?.case === 'data' ? happening.value.output : undefined
    if (output?.case !== undefined) texts[output.case] += Buffer.from(output.value).toString('latin1')
  }
  if (end === undefined) throw new Error('the stream ended without an end event')
  return { ...texts, pid, end, order }
}

interface ShellOptions {
  readonly stdin?: boolean
  readonly tag?: string
  readonly cwd?: string
  readonly envs?: Record<string, string>
}

const shell = (script: string, { stdin = false, tag, cwd, envs = {} }: ShellOptions = {}): StartInit => ({
  process: { cmd: '/bin/sh', args: ['-c', script], envs, ...(cwd === undefined ? {} : { cwd }) },
  stdin,
  ...(tag === undefined ? {} : { tag }),
})

async function codeOf(work: Promise<unknown>): Promise<{ code: Code; message: string }> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => ConnectError.from(thrown),
  )
  if (error === undefined) throw new Error('it did not fail')
  return { code: error.code, message: error.rawMessage }
}

describe.each([
  ['JSON', false],
  ['protobuf', true],
])('process.Process over %s', (_, useBinaryFormat) => {
  let client: Client<typeof Process>
  beforeAll(() => {
    client = clientOf(useBinaryFormat)
  })

  test('start comes first, output in between, the end last', async () => {
    const outcome = await collect(client.start(shell('echo out; echo err >&2; exit 3')))
    expect(outcome.order).toEqual(['start', 'data', 'end'])
    expect(outcome.stdout).toBe('out\n')
    expect(outcome.stderr).toBe('err\n')
    expect(outcome.end).toMatchObject({
      exitCode: 3,
      exited: true,
      status: 'exit status 3',
      error: 'exit status 3',
    })
  })

  test('bytes pass unchanged, however many', async () => {
    const { stdout } = await collect(client.start(shell('head -c 3000000 /dev/zero; printf "\\377\\000end"')))
    expect(stdout.length).toBe(3_000_005)
    expect(stdout.endsWith('\xff\0end')).toBe(true)
  })

  test('an unknown command is a process that ends with 127', async () => {
    const { pid, stderr, end } = await collect(
      client.start({ process: { cmd: 'no-such-command' }, stdin: false }),
    )
    expect(pid).toBeGreaterThan(0)
    expect(stderr).toContain('not found')
    expect(end.status).toBe('exit status 127')
  })

  test('a working directory that is missing is named', async () => {
    const failure = await codeOf(collect(client.start(shell('true', { cwd: '/no/such' }))))
    expect(failure).toEqual({ code: Code.InvalidArgument, message: "cwd '/no/such' does not exist" })
  })

  test('a working directory that is a file is an error of the start', async () => {
    const failure = await codeOf(collect(client.start(shell('true', { cwd: '/etc/passwd' }))))
    expect(failure.code).toBe(Code.InvalidArgument)
    expect(failure.message).toContain("error starting process '/bin/sh -c true': ")
  })

  test('input reaches the process until it is closed, and closing again does nothing', async () => {
    const events = client.start(shell('cat', { stdin: true, tag: `cat-${useBinaryFormat}` }))
    const outcome = collect(events)
    const process = { selector: { case: 'tag' as const, value: `cat-${useBinaryFormat}` } }
    await expect.poll(async () => (await client.list({})).processes.length).toBeGreaterThan(0)
    await client.sendInput({ process, input: { input: { case: 'stdin', value: Buffer.from('hello') } } })
    await client.closeStdin({ process })
    expect((await outcome).stdout).toBe('hello')
  })
})

describe('process.Process', () => {
  let client: Client<typeof Process>
  beforeAll(() => {
    client = clientOf(false)
  })

  const byPid = (pid: number) => ({ selector: { case: 'pid' as const, value: pid } })

  async function started(request: StartInit) {
    const controller = new AbortController()
    const events = client.start(request, { signal: controller.signal })[Symbol.asyncIterator]()
    const first = await events.next()
    const pid = first.value?.event?.event.case === 'start' ? first.value.event.event.value.pid : 0
    const rest = () => collect({ [Symbol.asyncIterator]: () => events })
    return { pid, rest, leave: () => controller.abort() }
  }

  test('a process sees the user, the sandbox and the request, and nothing of the daemon', async () => {
    const { stdout } = await collect(client.start(shell('env', { envs: { MINE: '1', USER: 'me' } })))
    const names = stdout.trim().split('\n')
    expect(names).toContain('MINE=1')
    expect(names).toContain('USER=me')
    expect(names).toContain('E2B_SANDBOX=true')
    expect(names).toContain(`HOME=${daemon.home}`)
    expect(stdout).not.toContain('VITEST')
  })

  test('a killed process ends with the name of its signal and is no longer listed', async () => {
    const { pid, rest } = await started(shell('sleep 60'))
    await client.sendSignal({ process: byPid(pid), signal: Signal.SIGKILL })
    expect((await rest()).end).toMatchObject({ exitCode: -1, exited: false, error: 'signal: killed' })
    expect((await client.list({})).processes).toEqual([])
  })

  test('a deadline kills the process and ends the stream with deadline_exceeded', async () => {
    const failure = await codeOf(collect(client.start(shell('sleep 60'), { timeoutMs: 100 })))
    expect(failure.code).toBe(Code.DeadlineExceeded)
    await expect.poll(async () => (await client.list({})).processes).toEqual([])
  })

  test('a process lives on when its caller leaves, and another one hears its end', async () => {
    const { pid, leave } = await started(shell('read line; echo "got $line"', { stdin: true }))
    leave()
    const other = collect(client.connect({ process: byPid(pid) }))
    await expect
      .poll(async () => (await client.list({})).processes.map((process) => process.pid))
      .toContain(pid)
    const input = { input: { case: 'stdin' as const, value: Buffer.from('x\n') } }
    await client.sendInput({ process: byPid(pid), input })
    expect((await other).stdout).toBe('got x\n')
    const late = await collect(client.connect({ process: byPid(pid) }))
    expect(late.order).toEqual(['start', 'end'])
  })

  test('a grandchild that holds the output delays the end, but not after a kill', async () => {
    const delayed = await collect(client.start(shell('(sleep 0.2; echo late) & exit 0')))
    expect(delayed.stdout).toBe('late\n')
    const { pid, rest } = await started(shell('sleep 5 & wait'))
    await client.sendSignal({ process: byPid(pid), signal: Signal.SIGTERM })
    expect((await rest()).end.status).toBe('signal: terminated')
  })

  test('a process that is gone while a grandchild holds its output ends when it is killed', async () => {
    const { pid, rest } = await started(shell('sleep 60 & exit 3'))
    await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false)
    expect((await client.list({})).processes.map((process) => process.pid)).toEqual([pid])
    await client.sendSignal({ process: byPid(pid), signal: Signal.SIGKILL })
    expect((await rest()).end.status).toBe('exit status 3')
    expect((await client.list({})).processes).toEqual([])
  })

  test('of several processes with one tag the newest is meant', async () => {
    const older = await started(shell('sleep 60', { tag: 'twin' }))
    const newer = await started(shell('sleep 60', { tag: 'twin' }))
    const process = { selector: { case: 'tag' as const, value: 'twin' } }
    await client.sendSignal({ process, signal: Signal.SIGKILL })
    await newer.rest()
    expect((await client.list({})).processes.map(({ pid }) => pid)).toEqual([older.pid])
    await client.sendSignal({ process, signal: Signal.SIGKILL })
    await older.rest()
    expect((await codeOf(client.sendSignal({ process, signal: Signal.SIGKILL }))).message).toBe(
      'process with tag twin not found',
    )
  })

  test('a terminal has its size, echoes, can be resized, and ends with Ctrl-D', async () => {
    const { pid, rest } = await started({
      process: { cmd: '/bin/sh', args: ['-c', 'tty; stty size; read x; stty size; cat'] },
      pty: { size: { cols: 81, rows: 25 } },
    })
    await client.update({ process: byPid(pid), pty: { size: { cols: 100, rows: 30 } } })
    const type = (text: string) =>
      client.sendInput({ process: byPid(pid), input: { input: { case: 'pty', value: Buffer.from(text) } } })
    await type('go\n')
    await type('\x04')
    const { pty, end } = await rest()
    expect(pty).toContain('/dev/pts/')
    expect(pty).toContain('30 100')
    expect(end.exitCode).toBe(0)
  })

  test('what a kind of process cannot do has its own error', async () => {
    const plain = await started(shell('sleep 60'))
    const terminal = await started({
      process: { cmd: 'sleep', args: ['60'] },
      pty: { size: { cols: 1, rows: 1 } },
    })
    const input = (kind: 'stdin' | 'pty') => ({ input: { case: kind, value: Buffer.from('x') } })
    const codes = [
      client.sendInput({ process: byPid(plain.pid), input: input('pty') }),
      client.sendInput({ process: byPid(plain.pid), input: input('stdin') }),
      client.sendInput({ process: byPid(terminal.pid), input: input('stdin') }),
      client.sendInput({ process: byPid(plain.pid) }),
      client.closeStdin({ process: byPid(terminal.pid) }),
      client.update({ process: byPid(plain.pid), pty: { size: { cols: 1, rows: 1 } } }),
      client.sendSignal({ process: byPid(plain.pid), signal: Signal.UNSPECIFIED }),
      client.sendSignal({ signal: Signal.SIGKILL }),
      client.sendSignal({ process: byPid(999_999_999), signal: Signal.SIGKILL }),
    ].map(async (work) => (await codeOf(work)).code)
    expect(await Promise.all(codes)).toEqual([
      Code.Internal,
      Code.Internal,
      Code.Internal,
      Code.Unimplemented,
      Code.Unknown,
      Code.Internal,
      Code.Unimplemented,
      Code.Unimplemented,
      Code.NotFound,
    ])
    for (const { pid, rest } of [plain, terminal]) {
      await client.sendSignal({ process: byPid(pid), signal: Signal.SIGKILL })
      await rest()
    }
  })

  test('a stream of input keeps its order', async () => {
    const { pid, rest } = await started(shell('cat', { stdin: true }))
    async function* messages() {
      yield { event: { case: 'start' as const, value: { process: byPid(pid) } } }
      for (const text of ['a', 'b', 'c']) {
        const input = { input: { case: 'stdin' as const, value: Buffer.from(text) } }
        yield { event: { case: 'data' as const, value: { input } } }
      }
    }
    await client.streamInput(messages())
    await client.closeStdin({ process: byPid(pid) })
    expect((await rest()).stdout).toBe('abc')
  })

  test('keepalives are sent while nothing happens', async () => {
    const headers = { 'Keepalive-Ping-Interval': '1' }
    const events = client.start(shell('cat', { stdin: true }), { headers })
    async function* endedAfterKeepalive() {
      let pid = 0
      for await (const message of events) {
        const happening = message.event?.event
        if (happening?.case === 'start') pid = happening.value.pid
        if (happening?.case === 'keepalive') await client.closeStdin({ process: byPid(pid) })
        yield message
      }
    }
    expect((await collect(endedAfterKeepalive())).order).toEqual(['start', 'keepalive', 'end'])
  })

  test('an unknown user is refused, whatever the call', async () => {
    const headers = { Authorization: `Basic ${Buffer.from('bob:').toString('base64')}` }
    expect(await codeOf(client.list({}, { headers }))).toEqual({
      code: Code.Unauthenticated,
      message: "invalid username: 'bob'",
    })
  })

  test('what no process can be given is refused', async () => {
    const failures = [
      shell('a\0b'),
      shell('true', { envs: { 'A=B': '' } }),
      shell('true', { cwd: '~bob' }),
    ].map(async (request) => (await codeOf(collect(client.start(request)))).code)
    expect(new Set(await Promise.all(failures))).toEqual(new Set([Code.InvalidArgument]))
  })
})
