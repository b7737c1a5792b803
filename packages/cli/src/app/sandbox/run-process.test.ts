import { expect, onTestFinished, test, vi } from 'vitest'
import type { EndCause, LocalConsole } from '../../ports/local-console.ts'
import type { ProcessEvent, SandboxDaemon } from '../../ports/sandbox-daemon.ts'
import { runProcess } from './run-process.ts'

/** A process that runs until it is killed, in a sandbox that may not answer to that, at a console that is asked to end by the test. */
function makeRun({ isTerminal, isSilent = false }: { isTerminal: boolean; isSilent?: boolean }) {
  const happened: string[] = []
  const listeners = new Set<(cause: EndCause, count: number) => void>()
  const hasStarted = Promise.withResolvers<void>()
  const hasEnded = Promise.withResolvers<string>()
  const undone = (what: string) => () => void happened.push(what)
  const console: LocalConsole = {
    isTerminal,
    size: () => ({ cols: 80, rows: 24 }),
    onResize: () => () => undefined,
    makeRaw: () => undone('cooked'),
    onEndRequest(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    readInput: () => ({ pause: () => undefined, resume: () => undefined, stop: () => undefined }),
    write: async (_, bytes) => void happened.push(bytes.toString()),
  }
  const kill: SandboxDaemon['kill'] = async (_, signal, until) => {
    happened.push(signal)
    if (isSilent) await (until === undefined ? new Promise(() => undefined) : rejectedBy(until))
    hasEnded.resolve(signal)
  }
  async function* open(signal: AbortSignal): AsyncGenerator<ProcessEvent> {
    await Promise.race([hasStarted.promise, rejectedBy(signal)])
    yield { kind: 'start', pid: 7 }
    yield { kind: 'output', source: 'stdout', bytes: Buffer.from('ready') }
    const status = await Promise.race([hasEnded.promise, rejectedBy(signal)])
    yield { kind: 'end', exitCode: status === 'SIGTERM' ? 143 : 137, exited: true, status: 'exit status' }
  }
  const daemon = { kill, resize: async () => undefined } as unknown as SandboxDaemon
  const { signal } = new AbortController()
  return {
    happened,
    start: hasStarted.resolve,
    ask: (cause: EndCause, count: number) => {
      for (const listener of listeners) listener(cause, count)
    },
    listening: () => listeners.size,
    exitCode: runProcess({ daemon, console, isTerminal, hasInput: false, signal }, open),
  }
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

test('an interrupt before the start of the process ended this one alone; it kills that one as soon as it has started', async () => {
  const run = makeRun({ isTerminal: false })
  run.ask('SIGINT', 1)
  run.start()
  expect(await run.exitCode).toBe(130)
  expect(run.happened).toContain('SIGKILL')
  expect(run.listening()).toBe(0)
})

test('SIGTERM at a terminal ended this process alone, and left the terminal raw', async () => {
  const run = makeRun({ isTerminal: true })
  run.start()
  await expect.poll(() => run.happened).toEqual(['ready'])
  run.ask('SIGTERM', 1)
  expect(await run.exitCode).toBe(143)
  expect(run.happened).toEqual(['ready', 'SIGKILL', 'cooked'])
})

test('an interrupt without a terminal is for the process, whose exit code counts', async () => {
  const run = makeRun({ isTerminal: false })
  run.start()
  await expect.poll(() => run.happened).toEqual(['ready'])
  run.ask('SIGINT', 1)
  expect(await run.exitCode).toBe(143)
  expect(run.happened).toEqual(['ready', 'SIGTERM'])
})

test('a sandbox that did not answer kept an interrupted command for ten seconds, and one that had started for ever', async () => {
  // Nothing but an interrupt ends it then.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const unstarted = makeRun({ isTerminal: false })
  unstarted.ask('SIGINT', 1)
  unstarted.ask('SIGINT', 2)
  expect(await unstarted.exitCode).toBe(130)
  for (const isTerminal of [true, false]) {
    const run = makeRun({ isTerminal, isSilent: true })
    run.start()
    await vi.waitFor(() => expect(run.happened).toEqual(['ready']))
    for (const count of [1, 2, 3]) run.ask('SIGINT', count)
    expect(await run.exitCode).toBe(130)
  }
})
