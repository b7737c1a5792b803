/**
 * Sandboxes that a client pauses, resumes, uses and pauses again, one after the other, while a test does what it does. A pause that was
 * answered with success is kept by the cluster, whatever fails: its memory, its files and its process.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Sandbox } from 'e2b'
import type { Checker } from './checker.ts'
import type { ClientSettings } from './clients.ts'
import { isExpected, retryMs } from './load.ts'

interface Kept {
  readonly sandboxId: string
  /** Of a process in it that never ends. */
  readonly pid: number
  /** How many machines had lost their power when it may have begun to run; undefined: it is paused for certain. */
  runsSince: number | undefined
}

export interface KeptOptions {
  readonly count: number
  readonly settings: () => ClientSettings
  /** Changes when a machine loses its power (see Faults): what ran on it is lost. */
  readonly lossMark: () => number
  readonly checker: Checker
}

export interface KeptReport {
  /** Times that one was found as it was. */
  readonly found: number
  /** Those that ran on a machine that lost its power. */
  readonly lost: number
  readonly failures: readonly string[]
}

export interface KeptSandboxes {
  /** Looks at all of them once more, and ends them. */
  stop(): Promise<KeptReport>
}

const hourMs = 3_600_000
/** Rounds of the last look, which begins when no fault is left. */
const lastLooksMax = 20

export function keepSandboxes({ count, settings, lossMark, checker }: KeptOptions): KeptSandboxes {
  let isStopping = false
  let found = 0
  let lost = 0
  const kept: Kept[] = []
  const failures: string[] = []

  const fail = (why: string) => {
    console.log(`FAILED at ${new Date().toISOString()}: ${why}`)
    failures.push(why)
  }
  const drop = (one: Kept) => void kept.splice(kept.indexOf(one), 1)

  /** Returns whether it was found as it was, and is paused again. */
  async function look(one: Kept): Promise<boolean> {
    const wasPaused = one.runsSince === undefined
    const runsSince = one.runsSince ?? lossMark()
    one.runsSince = runsSince
    try {
      const sandbox = await Sandbox.connect(one.sandboxId, { ...settings(), timeoutMs: hourMs })
      const note = await sandbox.files.read('/home/user/note')
      const pids = (await sandbox.commands.list()).map(({ pid }) => pid)
      if (note !== one.sandboxId || !pids.includes(one.pid)) {
        fail(`${one.sandboxId} has the note ${note} and the processes ${pids}, ${one.pid} is not there`)
        drop(one)
        return false
      }
      await sandbox.pause()
      one.runsSince = undefined
      found += 1
      return true
    } catch (error) {
      const text = String(error)
      if (isExpected(text)) return false
      if (/not found/i.test(text) && lossMark() > runsSince) lost += 1
      else fail(`${one.sandboxId}, ${wasPaused ? 'which was paused' : 'which may have run'}: ${text}`)
      drop(one)
      return false
    }
  }

  /** Returns whether there is one more. */
  async function add(): Promise<boolean> {
    const before = lossMark()
    try {
      const sandbox = await Sandbox.create('base', {
        ...{ ...settings(), timeoutMs: hourMs, lifecycle: { onTimeout: 'pause' } },
      })
      await sandbox.files.write('/home/user/note', sandbox.sandboxId)
      const { pid } = await sandbox.commands.run('sleep 1000000', { background: true, timeoutMs: 0 })
      await sandbox.pause()
      kept.push({ sandboxId: sandbox.sandboxId, pid, runsSince: undefined })
      return true
    } catch (error) {
      const text = String(error)
      if (!isExpected(text) && !(/not found/i.test(text) && lossMark() > before)) fail(text)
      return false
    }
  }

  const running = (async () => {
    for (let turn = 0; !isStopping; turn++) {
      const one = kept[turn % count]
      if (!(await (one === undefined ? add() : look(one)))) await sleep(retryMs)
    }
  })()

  return {
    async stop() {
      isStopping = true
      await running
      for (const one of [...kept]) {
        for (let turn = 0; turn < lastLooksMax && kept.includes(one); turn++) if (await look(one)) break
        if (!kept.includes(one)) continue
        if (one.runsSince !== undefined) fail(`${one.sandboxId} could not be resumed in the end`)
        await Sandbox.kill(one.sandboxId, settings())
        checker.toldEnded(one.sandboxId)
      }
      return { found, lost, failures }
    },
  }
}
