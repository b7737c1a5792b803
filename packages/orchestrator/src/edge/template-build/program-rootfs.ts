/**
 * Makes root file systems by a separate program, because its input is untrusted: the program runs without a network, drops its
 * privileges before it reads the first byte, and has limits on memory and time.
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
  /** Bytes of disk that may be used now: an image must not use what the node itself needs. */
  readonly roomBytes: () => Promise<number>
}

/** Milliseconds; a gigabyte takes a few seconds. */
const makeMsMax = 15 * 60_000
/** Heap limit of the program in MiB: a million files take half of it. */
const heapMbMax = 1024
/** Maximum number of files in one image, three times what the toolchains of large language models have. */
const entriesMax = 1_000_000
/** The exit code of the program when it refuses its input. */
const refusedExitCode = 65

const endingWithUs = ['setpriv', '--pdeathsig=KILL', '--']
/** Without a network, IPC and host name. */
const confined = [...endingWithUs, 'unshare', '--net', '--ipc', '--uts', '--']

export function programRootfs(programs: BuilderPrograms): RootfsMaker {
  return {
    copyBase: (base, path, signal) => copyBase(base, path, { signal, roomBytes: programs.roomBytes }),
    async make(spec, signal) {
      if (spec.copy !== undefined) await rename(spec.copy, spec.output)
      // The copy has used its space already.
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

/** Maximum size of a base that is copied before the steps have succeeded, in bytes. */
const aheadBytesMax = 4 * 1024 ** 3
/** Maximum share of the free space for this copy. */
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
    // Cancelled, or no space: making the image reports it, if it is still made.
    await rm(path, { force: true })
    return false
  }
}

/** Node options that let the program write only its output, and start no process. */
function nodeOptions({ output }: RootfsSpec): string[] {
  const written = [output, pathsFileOf(output)].map((path) => `--allow-fs-write=${path}`)
  return [`--max-old-space-size=${heapMbMax}`, '--permission', '--allow-fs-read=*', ...written]
}

const noEnvironment = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }

async function completed({ layers = [], files = {}, copy, ...spec }: RootfsSpec) {
  const { output, base, parts } = spec
  const isCopied = copy !== undefined
  const paths = pathsFileOf(output)
  // The daemon in this image reads the list later.
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
