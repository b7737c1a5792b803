/** Makes what lies in the directory of a build in the making a build: everything on the disk for good, then one rename. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { syncDirectory, writeAtomic } from '@cay/kit/host/write-atomic.ts'
import { type Manifest, manifestFormatVersion } from './manifest.ts'
import { buildLayout, templateLayout } from './template-layout.ts'

export type PublishedFacts = Omit<Manifest, 'formatVersion' | 'rootfsSha256' | 'files'>

/** `aside` holds the files and is gone afterwards; it must lie on the same disk. */
export async function publishBuild(dataDir: string, aside: string, facts: PublishedFacts): Promise<void> {
  const layout = templateLayout(dataDir)
  const [rootfsSha256, files] = await Promise.all([digestFile(buildLayout(aside).rootfs), syncFiles(aside)])
  const manifest: Manifest = { formatVersion: manifestFormatVersion, ...facts, rootfsSha256, files }
  // For root alone: of a build that was ordered it holds what its daemon asks of the node.
  await writeAtomic(buildLayout(aside).manifest, `${JSON.stringify(manifest, undefined, 2)}\n`)
  await mkdir(layout.template(facts.templateId), { recursive: true, mode: 0o700 })
  await rename(aside, `${layout.template(facts.templateId)}/${facts.buildId}`)
}

async function digestFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash)
  return hash.digest('hex')
}

/** Sizes by name, of files that are on the disk for good before the manifest says that they are. */
async function syncFiles(directory: string): Promise<Record<string, number>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const sizes: Record<string, number> = {}
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = `${entry.parentPath}/${entry.name}`
    const file = await open(path, 'r')
    try {
      await file.sync()
      sizes[path.slice(directory.length + 1)] = (await file.stat()).size
    } finally {
      await file.close()
    }
  }
  await syncDirectory(dirname(directory))
  return sizes
}
