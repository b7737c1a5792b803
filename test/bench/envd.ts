/** envd against floors in the same sandbox, in the same run. */
import { type StandaloneSandbox, startStandaloneSandbox } from '../support/standalone-sandbox.ts'
import { measureFiles } from './envd-files.ts'
import { measureOutputs } from './envd-output.ts'
import { measureStarts } from './envd-starts.ts'
import type { Measured } from './measured.ts'

export interface EnvdMeasurement {
  /** Where the base template lies. */
  readonly templatesDir: string
  readonly turns: number
  readonly signal: AbortSignal
  readonly tell: (text: string) => void
}

export async function measureEnvd({ templatesDir, turns, signal, tell }: EnvdMeasurement): Promise<Measured> {
  await using guest: StandaloneSandbox = await startStandaloneSandbox(templatesDir, 'bench-envd')
  tell('      commands in a sandbox')
  const starts = await measureStarts({ guest, turns, signal })
  tell('      output in a sandbox')
  const outputs = await measureOutputs({ guest, turns, signal })
  tell('      files in a sandbox')
  const files = await measureFiles({ guest, turns, signal })
  return { figures: [...starts, ...outputs.figures, ...files], readings: outputs.readings, notes: [] }
}

export const insideEnvdFigures = `
  start               process.Process/Start in JSON on a warm connection, from the request up to the last byte.
  output              the same, of a command that prints 200 MB; all of it must arrive. Its floor is a pipe to a small process
                      in the same sandbox. \`head\` writes 8 KiB at a time, \`dd\` 128 KiB, as \`cat\` does.
  memory              of envd, looked at every 20 ms from inside while such an output passes, above that before it.
  echo, sink, source  bare HTTP by envd's own Node in the same sandbox, the same client on the host.
  write, read         one POST or GET of /files on a warm connection.
  ls -la              in the sandbox, started and awaited by python, its output thrown away.
  ListDir             the JSON form, up to the last byte.`
