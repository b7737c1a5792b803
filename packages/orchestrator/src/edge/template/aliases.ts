/** The template ids of aliases. A template keeps its id over all builds, for the life of the data directory. */
import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isErrno } from '@cay/kit/host/errno.ts'
import { writeAtomic } from '@cay/kit/host/write-atomic.ts'

const idLength = 20
const idAlphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Resolves with the template id of the alias, which is created the first time. Call it under the builder's lock. */
export async function ensureTemplateId(aliasesFile: string, alias: string): Promise<string> {
  const aliases = await readAliases(aliasesFile)
  const known = aliases.get(alias)
  if (known !== undefined) return known
  const templateId = Array.from({ length: idLength }, () =>
    idAlphabet.charAt(randomInt(idAlphabet.length)),
  ).join('')
  await write(aliasesFile, new Map([...aliases, [alias, templateId]]))
  return templateId
}

/** Gives the alias an id that it has elsewhere, unless it has one here. Call it under the builder's lock. */
export async function keepTemplateId(
  aliasesFile: string,
  { alias, templateId }: { readonly alias: string; readonly templateId: string },
): Promise<void> {
  const aliases = await readAliases(aliasesFile)
  if (!aliases.has(alias)) await write(aliasesFile, new Map([...aliases, [alias, templateId]]))
}

async function write(file: string, aliases: ReadonlyMap<string, string>): Promise<void> {
  await writeAtomic(file, `${JSON.stringify(Object.fromEntries(aliases), undefined, 2)}\n`, 0o644)
}

export async function readAliases(file: string): Promise<Map<string, string>> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return new Map()
    throw error
  }
  const parsed: unknown = parseJson(text)
  const entries = typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : []
  const isWhole =
    entries.length > 0 && entries.every(([, id]) => typeof id === 'string' && /^[a-z0-9]{20}$/.test(id))
  if (!isWhole)
    throw new Error(
      `${file} is damaged: it must map each alias to an id of 20 letters and digits. Remove it to get new ids`,
    )
  return new Map(entries.map(([alias, id]) => [alias, String(id)]))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The caller reports the file as damaged.
    return undefined
  }
}
