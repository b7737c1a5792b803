/**
 * A Debian tree with OpenStack Swift in it, made once and kept beside the data directories of the tests under the digest of
 * its recipe. Nothing of it is ever installed on the machine.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { acquireLock } from '@cay/kit/host/lock-file.ts'
import { bootstrapDebian, readAptSources } from '@cay/orchestrator/edge/recipe/mmdebstrap.ts'
import { testDataDir } from './installation.ts'

const suite = 'bookworm'
const packages = ['python3-swift', 'python3-pkg-resources']
const excludedPaths = ['/usr/share/doc/*', '/usr/share/locale/*', '/usr/share/man/*']
/** A storage server refuses to start without one. */
const swiftConf = '[swift-hash]\nswift_hash_path_suffix = tests\n'

/** Another test run may be making it. */
const makeSecondsMax = 1200

const recipe = createHash('sha256')
  .update(JSON.stringify([suite, packages, excludedPaths, swiftConf]))
  .digest('hex')
  .slice(0, 16)

/** Returns the root of the tree. Throws when mmdebstrap or one of the packages cannot be had. */
export async function swiftTree(): Promise<string> {
  const kept = join(dirname(testDataDir()), 'swift')
  await mkdir(kept, { recursive: true })
  const tree = join(kept, recipe)
  await using _ = await locked(`${kept}.lock`)
  if (!existsSync(tree)) await make(kept, tree)
  return tree
}

async function make(kept: string, tree: string): Promise<void> {
  for (const old of await readdir(kept)) await rm(join(kept, old), { recursive: true, force: true })
  const partial = `${tree}.partial`
  const sources = await readAptSources(suite)
  await bootstrapDebian(
    { directory: partial, suite, sources, packages, excludedPaths, includedPaths: [] },
    () => undefined,
  )
  await mkdir(join(partial, 'etc/swift'), { recursive: true })
  await writeFile(join(partial, 'etc/swift/swift.conf'), swiftConf)
  await rename(partial, tree)
}

async function locked(path: string): Promise<AsyncDisposable> {
  const lock = await acquireLock(path, makeSecondsMax)
  if (lock === undefined) throw new Error(`another process has held ${path} for ${makeSecondsMax} seconds`)
  return { [Symbol.asyncDispose]: () => lock.release() }
}
