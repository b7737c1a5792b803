/** What the last `npm run compatibility -- --versions` has seen, kept in the repository for the page. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { read, root } from '../../repo/tree.ts'
import type { Language } from './versions.ts'

export type CallResult = 'works' | 'none' | 'fails'

export interface VersionResult {
  readonly version: string
  /** By call, as client.mjs and client.py name them. */
  readonly calls: Readonly<Record<string, CallResult>>
}

export interface VersionResults {
  /** Of the day of the run. */
  readonly date: string
  /** The newest that the registry had on that day. */
  readonly newest: Readonly<Record<Language, string>>
  readonly versions: Readonly<Record<Language, readonly VersionResult[]>>
}

const file = 'test/compatibility/versions/results.json'

export const readResults = () => JSON.parse(read(file)) as VersionResults

export function keepResults(results: VersionResults): void {
  writeFileSync(join(root, file), `${JSON.stringify(results, null, 2)}\n`)
}
