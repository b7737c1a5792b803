/** The standard streams of the command. */

import type { ListView, OutputFormat } from '../dialect/output/table.ts'
import { paintFor } from '../edge/terminal.ts'
import { ownEnvironment } from '../environment.ts'

/** Erases a line that a step is rewriting, so that nothing is left of it behind the text. */
export const print = (line: string) =>
  process.stdout.write(`${process.stdout.isTTY ? '\r\u001b[2K' : ''}${line}\n`)
export const printError = (line: string) => process.stderr.write(`${line}\n`)
export const paint = paintFor(process.stdout, ownEnvironment)
export const paintError = paintFor(process.stderr, ownEnvironment)
export const sayErrors = { printError, paint: paintError }
export const view = (format: OutputFormat): ListView => ({ format, paint, nowMs: Date.now() })

/** Prints the text, unless it is empty, and is a success. */
export function printed(text: string): number {
  if (text !== '') print(text)
  return 0
}
