/** Publishes a staged build: its files are synced, then its directory is renamed. */
import { mkdir, open, readdir, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncDirectory, writeAtomic } from '@cay/kit/host/write-atomic.ts'
import { type Manifest, manifestFormatVersion } from '../../dialect/template/manifest.ts'
import { buildLayout, templateLayout } from '../../dialect/template/template-layout.ts'
import type { BuildFacts } from '../../ports/template.ts'

/** `aside` is the staging directory, which must lie on the same disk. It is gone afterwards. */
export async function publishBuild(dataDir: string, aside: string, facts: BuildFacts): Promise<void> {
  const layout = templateLayout(dataDir)
  const files = await syncFiles(aside)
  const manifest: Manifest = { formatVersion: manifestFormatVersion, ...facts, files }
  // Readable for root only: the manifest of a user's build holds its control token.
  await writeAtomic(buildLayout(aside).manifest, `${JSON.stringify(manifest, undefined, 2)}\n`)
  await mkdir(layout.template(facts.templateId), { recursive: true, mode: 0o700 })
  await rename(aside, `${layout.template(facts.templateId)}/${facts.buildId}`)
}

/** Syncs all files before the manifest is written, and resolves with their sizes by name. */
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

/** Syncs the file. Resolves with its size. */
export async function syncFile(path: string): Promise<number> {
  const file = await open(path, 'r')
  try {
    await file.sync()
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}
