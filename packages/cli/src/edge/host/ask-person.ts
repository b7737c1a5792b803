import { createInterface } from 'node:readline/promises'
import { printableLines } from '@cay/core/terminal-text.ts'
import type { AskPerson } from '../../ports/uninstall-host.ts'

export const askPerson: AskPerson = async (question) => {
  if (process.stdin.isTTY !== true || process.stdout.isTTY !== true) return undefined
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  // Ctrl-C and Ctrl-D are no confirmation.
  const left = new AbortController()
  terminal.on('SIGINT', () => left.abort())
  terminal.on('close', () => left.abort())
  try {
    return (await terminal.question(printableLines(question), { signal: left.signal })).trim()
  } catch (error) {
    if (left.signal.aborted) return ''
    throw error
  } finally {
    terminal.close()
  }
}
