import { text } from 'node:stream/consumers'
import { CommandError } from '../dialect/output/command-error.ts'
import { printError } from './console.ts'

/** From the standard input: arguments are shown to all users of a machine and kept by shells, and a secret is neither. */
export async function readValue(what: string): Promise<string> {
  if (process.stdin.isTTY) printError(`Type the ${what}, and end it with Ctrl-D on a line of its own.`)
  const value = (await text(process.stdin)).replace(/\r?\n$/, '')
  if (value === '')
    throw new CommandError(`the standard input has no ${what}`, {
      hint: `pipe it in: printf %s "$VALUE" | cay …`,
    })
  return value
}
