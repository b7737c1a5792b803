import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const file = join(import.meta.dirname, '../../../assets/reference.js.gz')

/** The script of the page for people, packed with gzip. Read for each visitor: there are few. */
export function readReferenceScript(): Promise<Buffer> {
  return readFile(file)
}
