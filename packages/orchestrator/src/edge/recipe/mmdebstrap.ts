/** Bootstraps Debian trees with mmdebstrap, from the mirror of this machine's apt. */
import { readFile } from 'node:fs/promises'
import { LineSplitter } from '@cay/kit/flow/line-splitter.ts'
import { run } from '@cay/kit/host/run.ts'
import { AptMirrorError, indexTargetsArgv, parseAptMirror } from '../../dialect/recipe/apt-mirror.ts'
import {
  type DebianTree,
  mmdebstrapArguments,
  mmdebstrapProgress,
} from '../../dialect/recipe/mmdebstrap-arguments.ts'
import { readOsRelease } from '../../dialect/recipe/os-release.ts'

/** Enough for a slow mirror and a slow machine. */
const bootstrapMsMax = 20 * 60_000

/** The machine's own Debian suite, for example `bookworm`. */
export async function readHostSuite(): Promise<string> {
  const text = await readFile('/etc/os-release', 'utf8')
  const suite = readOsRelease(text, 'VERSION_CODENAME')
  if (readOsRelease(text, 'ID') !== 'debian' || suite === undefined)
    throw new Error('the base template is made on Debian only: /etc/os-release names another system')
  return suite
}

/** apt source lines for the suite. */
export async function readAptSources(suite: string): Promise<string[]> {
  const known = await run(indexTargetsArgv(true))
  try {
    return parseAptMirror(known.stdout, suite)
  } catch (error) {
    if (!(error instanceof AptMirrorError)) throw error
    // apt was never updated, or its lists were removed: only its configuration is known.
    const configured = await run(indexTargetsArgv(false))
    return parseAptMirror(configured.stdout, suite)
  }
}

export async function bootstrapDebian(tree: DebianTree, onProgress: (text: string) => void): Promise<void> {
  const lines = new LineSplitter((line) => {
    const progress = mmdebstrapProgress(line)
    if (progress !== undefined) onProgress(progress)
  })
  await run(mmdebstrapArguments(tree), {
    timeoutMs: bootstrapMsMax,
    onStderr: (text) => lines.push(text),
  })
}
