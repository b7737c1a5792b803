/**
 * The standard streams of the command. What is printed is safe for a terminal, whoever wrote it; bytes that a user asked for, such as
 * the output of a command in a sandbox, pass by these functions.
 */

import { printableLines } from '@cay/core/terminal-text.ts'
import type { ListView, OutputFormat } from '../dialect/output/table.ts'
import { paintFor, showMessage, showText } from '../edge/terminal.ts'
import { ownEnvironment } from '../environment.ts'

/** Erases a line that a step is rewriting, so that nothing is left of it behind the text. */
export const print = (line: string) =>
  process.stdout.write(`${process.stdout.isTTY ? '\r\u001b[2K' : ''}${showText(line)}\n`)
export const printError = (line: string) => process.stderr.write(`${showMessage(line)}\n`)
export const paint = paintFor(process.stdout, ownEnvironment)
export const paintError = paintFor(process.stderr, ownEnvironment)
export const sayErrors = { printError, paint: paintError }
export const view = (format: OutputFormat): ListView => ({ format, paint, nowMs: Date.now() })

/** A file of text: safe for a terminal, and byte for byte for a program that reads it. */
export async function printFile(content: AsyncIterable<Uint8Array>): Promise<void> {
  const decoder = new TextDecoder()
  for await (const bytes of content)
    process.stdout.write(
      process.stdout.isTTY ? printableLines(decoder.decode(bytes, { stream: true })) : bytes,
    )
}

/** Prints the text, unless it is empty, and is a success. */
export function printed(text: string): number {
  if (text !== '') print(text)
  return 0
}
