/** Makes what lies in the directory of a build in the making a build: everything on the disk for good, then one rename. */
import { mkdir, open, readdir, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncDirectory, writeAtomic } from '@cay/kit/host/write-atomic.ts'
import { type Manifest, manifestFormatVersion } from '../../dialect/template/manifest.ts'
import { buildLayout, templateLayout } from '../../dialect/template/template-layout.ts'
import type { BuildFacts } from '../../ports/template.ts'

/** `aside` holds the files and is gone afterwards; it must lie on the same disk. */
export async function publishBuild(dataDir: string, aside: string, facts: BuildFacts): Promise<void> {
  const layout = templateLayout(dataDir)
  const files = await syncFiles(aside)
  const manifest: Manifest = { formatVersion: manifestFormatVersion, ...facts, files }
  // For root alone: of a build that was ordered it holds what its daemon asks of the node.
  await writeAtomic(buildLayout(aside).manifest, `${JSON.stringify(manifest, undefined, 2)}\n`)
  await mkdir(layout.template(facts.templateId), { recursive: true, mode: 0o700 })
  await rename(aside, `${layout.template(facts.templateId)}/${facts.buildId}`)
}

/** Sizes by name, of files that are on the disk for good before the manifest says that they are. */
async function syncFiles(directory: string): Promise<Record<string, number>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const sizes: Record<string, number> = {}
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = `${entry.parentPath}/${entry.name}`
    sizes[path.slice(directory.length + 1)] = await syncFile(path)
  }
  await syncDirectory(dirname(directory))
  return sizes
}

/** Brings it to the disk for good. Returns its size. */
export async function syncFile(path: string): Promise<number> {
  const file = await open(path, 'r')
  try {
    await file.sync()
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}
