/** How the background process tells the one that started it how its start went: by a file that appears in one rename. */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface OutcomeFile extends AsyncDisposable {
  readonly path: string
  /** Undefined: it is ready. Otherwise why it is not; `reasons` has those that an exit code tells. */
  wait(
    exited: Promise<number | null>,
    reasons?: Readonly<Record<number, string>>,
  ): Promise<string | undefined>
}

const pollMs = 20

export async function createOutcomeFile(): Promise<OutcomeFile> {
  const directory = await mkdtemp(join(tmpdir(), 'mcp-gateway-'))
  const path = join(directory, 'outcome')
  return {
    path,
    async wait(exited, reasons = {}) {
      let exitCode: number | null | undefined
      void exited.then((code) => {
        exitCode = code
      })
      while (!existsSync(path)) {
        if (exitCode !== undefined && !existsSync(path))
          return (
            (exitCode === null ? undefined : reasons[exitCode]) ??
            `the gateway ended with exit code ${exitCode} before it was ready`
          )
        await sleep(pollMs)
      }
      const text = await readFile(path, 'utf8')
      return text === '' ? undefined : text
    },
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  }
}

/** Without a failure: it is ready. */
export async function writeOutcome(path: string, failure = ''): Promise<void> {
  await writeFile(`${path}.new`, failure, { mode: 0o600 })
  await rename(`${path}.new`, path)
}
