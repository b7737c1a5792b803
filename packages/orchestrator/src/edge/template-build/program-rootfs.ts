/**
 * Root file systems, made by a program of their own: what it reads may be anybody's, so it runs without a network, becomes
 * nobody before it reads the first byte of it, and has bounds on memory and time.
 */

import { randomUUID } from 'node:crypto'
import { rename, rm, stat } from 'node:fs/promises'
import { run, ToolError } from '@cay/kit/host/run.ts'
import { pathsFileOf } from '../../dialect/template/template-layout.ts'
import { BuildFailure } from '../../ports/build-spec.ts'
import type { RootfsMaker, RootfsSpec } from '../../ports/template-build.ts'
import { tellsTimes } from '../template/paths-file.ts'

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

const endingWithUs = ['setpriv', '--pdeathsig=KILL', '--']
/** Alone with what it was given. */
const confined = [...endingWithUs, 'unshare', '--net', '--ipc', '--uts', '--']

export function programRootfs(programs: BuilderPrograms): RootfsMaker {
  return {
    copyBase: (base, path, signal) => copyBase(base, path, { signal, roomBytes: programs.roomBytes }),
    async make(spec, signal) {
      if (spec.copy !== undefined) await rename(spec.copy, spec.output)
      // What was copied already takes room no more.
      const copiedBytes = spec.copy === undefined ? 0 : (await stat(spec.output)).size
      const roomBytes = copiedBytes + (await programs.roomBytes())
      const input = JSON.stringify({ ...(await completed(spec)), roomBytes })
      const argv = [...confined, process.execPath, ...nodeOptions(spec), programs.makeImage]
      const { stdout } = await refusing(
        run(argv, { input, signal, timeoutMs: makeMsMax, env: noEnvironment }),
      )
      return notesOf(stdout)
    },
  }
}

/** Bytes of a base that is copied before it is known whether the steps succeed. */
const aheadBytesMax = 4 * 1024 ** 3
/** Of the disk's room: the steps come first. */
const aheadShareMax = 1 / 4

async function copyBase(
  base: string,
  path: string,
  { signal, roomBytes }: { readonly signal: AbortSignal } & Pick<BuilderPrograms, 'roomBytes'>,
): Promise<boolean> {
  try {
    const { size } = await stat(base)
    if (size > Math.min(aheadBytesMax, aheadShareMax * (await roomBytes()))) return false
    await run([...endingWithUs, 'cp', '--reflink=auto', '--', base, path], { signal, timeoutMs: makeMsMax })
    return true
  } catch {
    // Given up, or no room: whoever makes the image will say so, if it is still to be made.
    await rm(path, { force: true })
    return false
  }
}

/** Nobody may still write where everybody may: this program writes what it makes, and starts nothing. */
function nodeOptions({ output }: RootfsSpec): string[] {
  const written = [output, pathsFileOf(output)].map((path) => `--allow-fs-write=${path}`)
  return [`--max-old-space-size=${heapMbMax}`, '--permission', '--allow-fs-read=*', ...written]
}

const noEnvironment = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }

async function completed({ layers = [], files = {}, copy, ...spec }: RootfsSpec) {
  const { output, base, parts } = spec
  const isCopied = copy !== undefined
  const paths = pathsFileOf(output)
  // Whoever gets the list later is the daemon in there.
  const daemonOf = base ?? parts
  const withTimes = daemonOf === undefined || (await tellsTimes(pathsFileOf(daemonOf)))
  return { ...spec, paths, isCopied, withTimes, layers, files, uuid: randomUUID(), entriesMax }
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
