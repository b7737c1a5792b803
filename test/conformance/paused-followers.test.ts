/**
 * A client that follows a stream of a sandbox does not wake it once it is paused, where traffic would resume it: the
 * client's health probe, which it sends for a connection that was dropped, is such traffic.
 */
import { type Sandbox, TimeoutError } from 'e2b'
import { describe, expect, test, vi } from 'vitest'
import { Output } from './output.ts'
import { sandboxesOfThisFile } from './sandboxes.ts'

const create = sandboxesOfThisFile()
const stateOf = async (sandbox: Sandbox) => (await sandbox.getInfo()).state
const lifecycle = { onTimeout: 'pause', autoResume: true } as const

const reasonOf = (outcome: Promise<unknown>): Promise<unknown> =>
  outcome.then(
    () => 'an end without an error',
    (error: unknown) => error,
  )

/** Begins to follow; what it resolves with resolves with the error that the follower was told. */
const followers: [string, (sandbox: Sandbox) => Promise<{ told: Promise<unknown> }>][] = [
  [
    'command',
    async (sandbox) => {
      const output = new Output()
      const script = 'echo started; sleep 300'
      const handle = await sandbox.commands.run(script, {
        background: true,
        timeoutMs: 0,
        onStdout: output.onText,
      })
      await output.has('started')
      return { told: reasonOf(handle.wait()) }
    },
  ],
  [
    'command of another client',
    async (sandbox) => {
      const { pid } = await sandbox.commands.run('sleep 300', { background: true, timeoutMs: 0 })
      const handle = await sandbox.commands.connect(pid, { timeoutMs: 0 })
      return { told: reasonOf(handle.wait()) }
    },
  ],
  [
    'terminal',
    async (sandbox) => {
      const output = new Output()
      const handle = await sandbox.pty.create({ cols: 80, rows: 24, timeoutMs: 0, onData: output.onBytes })
      await output.has('$')
      return { told: reasonOf(handle.wait()) }
    },
  ],
  [
    'directory',
    async (sandbox) => {
      const left = Promise.withResolvers<unknown>()
      await sandbox.files.watchDir('/home/user', () => undefined, {
        timeoutMs: 0,
        onExit: (error) => left.resolve(error),
      })
      return { told: left.promise }
    },
  ],
]

const isToldOfPause = (error: unknown) => {
  expect(error).toBeInstanceOf(TimeoutError)
  expect(error).toMatchObject({ message: expect.stringContaining('The sandbox was paused') })
}

describe.each(followers)('a follower of a %s', (_, follow) => {
  test('is told of a pause by call, and the sandbox stays paused', async () => {
    const sandbox = await create({ lifecycle })
    const { told } = await follow(sandbox)
    await sandbox.pause()
    isToldOfPause(await told)
    expect(await stateOf(sandbox)).toBe('paused')
    await sandbox.connect()
  })

  test('is told of a pause at the timeout, and the sandbox stays paused', async () => {
    const sandbox = await create({ lifecycle })
    const { told } = await follow(sandbox)
    await sandbox.setTimeout(1000)
    isToldOfPause(await told)
    await vi.waitFor(async () => expect(await stateOf(sandbox)).toBe('paused'), { timeout: 30_000 })
    await sandbox.connect()
  })
})
