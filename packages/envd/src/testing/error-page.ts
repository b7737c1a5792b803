/** Reads the tables of errors in docs/envd.md, for tests that try every row. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Code, ConnectError } from '@connectrpc/connect'

export interface ErrorRow {
  /** In the form `call: when`. */
  readonly what: string
  readonly code: string
}

/** Returns the rows of the section with this title. */
export function errorRowsOf(title: string): ErrorRow[] {
  const page = readFileSync(fileURLToPath(new URL('../../../../docs/envd.md', import.meta.url)), 'utf8')
  const [, section = ''] = page.split(`## ${title}\n`)
  return [...(section.split('\n## ')[0] ?? '').matchAll(/^\| (.+?) \| (.+?) \| `(\w+)` \|$/gm)].map(
    ([, call, when, code = '']) => ({ what: `${call}: ${when}`, code }),
  )
}

/** The codes, as the page writes them, with which the attempts fail. */
export function codesOf(attempts: readonly Promise<unknown>[]): Promise<string[]> {
  return Promise.all(
    attempts.map((attempt) =>
      attempt.then(
        () => 'no error',
        (error: unknown) => nameOf(ConnectError.from(error).code),
      ),
    ),
  )
}

function nameOf(code: Code): string {
  return Code[code].replace(/[A-Z]/g, (letter, at: number) => `${at > 0 ? '_' : ''}${letter.toLowerCase()}`)
}
