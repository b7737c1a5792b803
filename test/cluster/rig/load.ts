/** A client that creates a sandbox, uses, pauses, resumes and kills it, again and again. */
import { Sandbox } from 'e2b'
import type { Checker } from './checker.ts'
import type { ClientSettings } from './clients.ts'

export interface LoadReport {
  /** Rounds that were completed. */
  readonly done: number
  /** Errors that the docs tell clients to expect. */
  readonly expected: number
  /** Other errors. */
  readonly failures: readonly string[]
}

export interface Load {
  stop(): Promise<LoadReport>
}

/** What a client of a cluster has to live with while services start: 503, and connections that end. */
const isExpected =
  /503|temporarily unavailable|fetch failed|terminated|ECONNREFUSED|ECONNRESET|other side closed|timed? ?out/i

/** `settings` is asked before each round: which node the client uses. */
export function startLoad(settings: () => ClientSettings, checker: Checker): Load {
  let isStopping = false
  let done = 0
  let expected = 0
  const failures: string[] = []
  const running = (async () => {
    while (!isStopping) {
      try {
        await round(settings(), checker)
        done += 1
      } catch (error) {
        if (isExpected.test(String(error))) expected += 1
        else failures.push(String(error))
      }
    }
  })()
  return {
    async stop() {
      isStopping = true
      await running
      return { done, expected, failures }
    },
  }
}

async function round(settings: ClientSettings, checker: Checker): Promise<void> {
  const sandbox = await Sandbox.create('base', { ...settings, timeoutMs: 600_000 })
  await sandbox.files.write('/home/user/note', sandbox.sandboxId)
  await sandbox.pause()
  const resumed = await Sandbox.connect(sandbox.sandboxId, settings)
  const note = await resumed.files.read('/home/user/note')
  if (note !== sandbox.sandboxId) throw new Error(`${sandbox.sandboxId} has the files of ${note}`)
  await resumed.kill()
  checker.toldEnded(sandbox.sandboxId)
}
