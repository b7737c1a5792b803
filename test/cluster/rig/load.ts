/** A client that creates a sandbox, uses, pauses, resumes and kills it, again and again. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Sandbox } from 'e2b'
import type { Checker } from './checker.ts'
import type { ClientSettings } from './clients.ts'

export interface LoadReport {
  /** Rounds that were completed. */
  readonly done: number
  /** Errors that the docs tell clients to expect, and how often each came. */
  readonly expected: string
  /** Other errors. */
  readonly failures: readonly string[]
}

export interface Load {
  stop(): Promise<LoadReport>
}

/** What a client of a cluster has to live with while services start: 503, 504 and connections that end. */
const expectedFailures =
  /\b50[34]\b|temporarily unavailable|fetch failed|terminated|ECONNREFUSED|ECONNRESET|other side closed|timed? ?out/i

export const isExpected = (failure: string): boolean => expectedFailures.test(failure)

const textLengthMax = 120
/** As clients wait before they try again. Thousands of refusals would push everything else out of the logs. */
export const retryMs = 250

/** Of a sandbox that ran on a machine that lost its power. */
const isGone = /not found/i

export interface LoadOptions {
  /** Asked before each round: which node the client uses. */
  readonly settings: () => ClientSettings
  readonly checker: Checker
  /** Changes when a machine loses its power; see Faults. */
  readonly lossMark?: () => number
}

export function startLoad({ settings, checker, lossMark = () => 0 }: LoadOptions): Load {
  let isStopping = false
  let done = 0
  const expected = new Map<string, number>()
  const failures: string[] = []
  const running = (async () => {
    while (!isStopping) {
      const before = lossMark()
      try {
        await round(settings(), checker)
        done += 1
      } catch (error) {
        const text = String(error)
        if (isExpected(text) || (lossMark() > before && isGone.test(text))) add(expected, text)
        else {
          console.log(`FAILED at ${new Date().toISOString()}: ${text}`)
          failures.push(text)
        }
        await sleep(retryMs)
      }
    }
  })()
  return {
    async stop() {
      isStopping = true
      await running
      return { done, expected: describe(expected), failures }
    },
  }
}

/** By the text without the ids in it. */
function add(counts: Map<string, number>, text: string): void {
  const key =
    text
      .split('\n', 1)[0]
      ?.replaceAll(/\bi[0-9a-z]{15,}\b/g, 'ID')
      .slice(0, textLengthMax) ?? ''
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function describe(counts: ReadonlyMap<string, number>): string {
  if (counts.size === 0) return 'no failures'
  const all = [...counts].toSorted(([, a], [, b]) => b - a)
  return `failures that clients are told to expect: ${all.map(([text, count]) => `${count} x ${text}`).join('; ')}`
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
