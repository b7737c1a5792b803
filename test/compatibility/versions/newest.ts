/** Whether clients were published that were not tried. */
import { join } from 'node:path'
import { run } from '@cay/kit/host/run.ts'
import { keepPythonPackages } from '../../support/kept-packages.ts'
import { type Language, languages, versionsTried } from './versions.ts'

/** A registry that does not answer must not keep the end of the tests waiting. */
const timeoutMs = 20_000

/** The newest that the registries have. Throws where they cannot be asked. */
export async function newestVersions(): Promise<Readonly<Record<Language, string>>> {
  const env = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  const ofJavaScript = await run(['npm', 'view', 'e2b', 'version'], { env, timeoutMs })
  const python = await keepPythonPackages('pip', '')
  if (!python.isThere) throw new Error(`Python's index cannot be asked: ${python.why}`)
  const pip = [join(python.directory, 'bin/python'), '-m', 'pip', 'index', 'versions', 'e2b']
  const { stdout } = await run(pip, { env, timeoutMs })
  const [, ofPython] = /^e2b \((\S+)\)/m.exec(stdout) ?? []
  if (ofPython === undefined) throw new Error('pip names no version of e2b')
  return { javascript: ofJavaScript.stdout.trim(), python: ofPython }
}

/** What to say where a client is newer than what was tried. */
export function newerThanTried(newest: Readonly<Record<Language, string>>): string[] {
  return languages
    .filter((language) => !versionsTried[language].includes(newest[language]))
    .map((language) => `note: e2b ${newest[language]} for ${language} is published and was not tried`)
}

/** The same for the present day: a line for each, or one that says why it is not known. */
export async function notesOnNewerClients(): Promise<string[]> {
  try {
    return newerThanTried(await newestVersions())
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return [`note: whether there are newer clients is not known: ${why.split('\n')[0]}`]
  }
}
