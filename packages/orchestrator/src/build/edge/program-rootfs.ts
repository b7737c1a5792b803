/**
 * Root file systems, made by a program of their own: what it reads may be anybody's, so it runs without a network, becomes
 * nobody before it reads the first byte of it, and has bounds on memory and time.
 */

import { randomUUID } from 'node:crypto'
import { run, ToolError } from '@cay/kit/host/run.ts'
import { pathsFileOf } from '../../template/template-layout.ts'
import { BuildFailure } from '../order.ts'
import type { RootfsMaker, RootfsOrder } from '../ports.ts'

export interface BuilderPrograms {
  /** Absolute path. */
  readonly makeImage: string
  /** Bytes of disk that may be filled now: no image, whatever its layers unpack to, takes what the node needs itself. */
  readonly roomBytes: () => Promise<number>
}

/** Milliseconds; a gigabyte takes a few seconds. */
const makeMsMax = 15 * 60_000
/** MiB of the program's own objects: a million files take half of it. */
const heapMbMax = 1024
/** Files in one image: those of large language models' toolchains have a third of it. */
const entriesMax = 1_000_000
/** The program's answer that what it was given is not to be used. */
const refusedExitCode = 65

/** Ended with us, and alone with what it was given. */
const confined = ['setpriv', '--pdeathsig=KILL', 'unshare', '--net', '--ipc', '--uts', '--']

export function programRootfs(programs: BuilderPrograms): RootfsMaker {
  const node = [...confined, process.execPath, `--max-old-space-size=${heapMbMax}`]
  return {
    async make(order, signal) {
      const bytesMax = Math.min(order.bytesMax, await programs.roomBytes())
      const input = JSON.stringify(completed({ ...order, bytesMax }))
      const { stdout } = await refusing(
        run([...node, programs.makeImage], { input, signal, timeoutMs: makeMsMax, env: noEnvironment }),
      )
      return notesOf(stdout)
    },
  }
}

const noEnvironment = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }

function completed({ layers = [], files = {}, ...order }: RootfsOrder) {
  return { ...order, paths: pathsFileOf(order.output), layers, files, uuid: randomUUID(), entriesMax }
}

async function refusing<T>(task: Promise<T>): Promise<T> {
  try {
    return await task
  } catch (error) {
    if (!(error instanceof ToolError) || error.exitCode !== refusedExitCode) throw error
    throw new BuildFailure(error.stderr, { cause: error })
  }
}

function notesOf(stdout: string): string[] {
  const answer: unknown = JSON.parse(stdout)
  if (typeof answer !== 'object' || answer === null || !('notes' in answer) || !Array.isArray(answer.notes))
    throw new Error('the image program gave no answer')
  return answer.notes.map(String)
}
