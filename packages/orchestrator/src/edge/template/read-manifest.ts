import { readFile, stat } from 'node:fs/promises'
import { checkManifest, type Manifest, parseManifest, refusal } from '../../dialect/template/manifest.ts'
import { buildLayout } from '../../dialect/template/template-layout.ts'
import type { NodeTraits } from '../../ports/template.ts'

/**
 * The manifest of a build that this node can restore. Throws ServiceError `precondition_failed` in plain words when the
 * manifest or a file is damaged, or the build does not suit the node.
 */
export async function readManifest(buildDirectory: string, node: NodeTraits): Promise<Manifest> {
  const manifest = parseManifest(await readText(buildLayout(buildDirectory).manifest))
  checkManifest(manifest, node)
  for (const [name, bytes] of Object.entries(manifest.files)) {
    const found = await sizeOf(`${buildDirectory}/${name}`)
    if (found !== bytes)
      throw refusal(`it is damaged: ${name} has ${found ?? 'no file'} instead of ${bytes} bytes`)
  }
  return manifest
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw refusal('it has no readable manifest', cause)
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size
  } catch {
    // Whatever the reason, the file cannot be read; the caller says so.
    return undefined
  }
}
