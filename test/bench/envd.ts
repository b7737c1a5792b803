/** envd against floors in the same sandbox, in the same run. */
import { type LoneGuest, startLoneGuest } from '../support/lone-guest.ts'
import { measureFiles } from './envd-files.ts'
import { measureProcesses } from './envd-processes.ts'
import type { Figure } from './report.ts'

export interface EnvdMeasurement {
  /** Where the base template lies. */
  readonly templatesDir: string
  readonly turns: number
  readonly signal: AbortSignal
  readonly tell: (text: string) => void
}

export async function measureEnvd({ templatesDir, turns, signal, tell }: EnvdMeasurement): Promise<Figure[]> {
  await using guest: LoneGuest = await startLoneGuest(templatesDir, 'bench-envd')
  tell('      commands in a sandbox')
  const processes = await measureProcesses({ guest, turns, signal })
  tell('      files in a sandbox')
  return [...processes, ...(await measureFiles({ guest, turns, signal }))]
}

export const insideEnvdFigures = `
  start               process.Process/Start in JSON on a warm connection, from the request up to the last byte.
  output              the same, of a command that prints 200 MB; all of it must arrive.
  echo, sink, source  bare HTTP by envd's own Node in the same sandbox, the same client on the host.
  write, read         one POST or GET of /files on a warm connection.
  ls -la              in the sandbox, started and awaited by python, its output thrown away.
  ListDir             the JSON form, up to the last byte.`
