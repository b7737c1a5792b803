import { readFile, stat } from 'node:fs/promises'
import { type Manifest, parseManifest, refusal } from '../../dialect/template/manifest.ts'
import { buildLayout } from '../../dialect/template/template-layout.ts'

/** Reads the manifest of a build. Throws ServiceError `precondition_failed`, with the reason, when it or a file is damaged. */
export async function readManifest(buildDirectory: string): Promise<Manifest> {
  const manifest = parseManifest(await readText(buildLayout(buildDirectory).manifest))
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
    // The caller reports that the file cannot be read.
    return undefined
  }
}
