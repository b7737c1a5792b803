/** Where the command writes to. */
import { randomUUID } from 'node:crypto'
import { styleText } from 'node:util'
import { printableLines } from '@cay/core/terminal-text.ts'
import { isErrno } from '@cay/kit/host/errno.ts'
import type { Environment } from '@cay/kit/settings.ts'
import type { Paint } from '../dialect/output/paint.ts'

const formats = { good: 'green', warning: 'yellow', bad: 'red', head: 'bold' } as const

/** Stands around styled text until it is shown. Text of others cannot contain it: each process draws its own. */
let mark: string | undefined

/** Colours are for terminals only, and for nobody who has set NO_COLOR; by its definition an empty one is not set. */
export function paintFor({ isTTY }: { readonly isTTY?: boolean }, env: Environment): Paint {
  const hasColors = isTTY === true && (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb'
  return (style, text) => {
    if (!hasColors) return text
    mark ??= `\0${randomUUID()}\0`
    return `${mark}${style} ${text}${mark}`
  }
}

/** What a terminal may get of a text: the styles of `paintFor`, ends of lines and tabs, and nothing else that steers it. */
export function showText(text: string): string {
  if (mark === undefined) return printableLines(text)
  return text
    .split(mark)
    .map((part, index) => (index % 2 === 0 ? printableLines(part) : showStyled(part)))
    .join('')
}

/** A message of ours with text of others in it: no line of it but the first looks like the beginning of a message. */
export function showMessage(text: string): string {
  return showText(text).replaceAll(/(?<!^)\n(?=\S)/g, '\n  ')
}

function showStyled(part: string): string {
  const [style, ...words] = part.split(' ')
  const format = Object.entries(formats).find(([name]) => name === style)?.[1]
  const text = printableLines(words.join(' '))
  return format === undefined ? text : styleText(format, text, { validateStream: false })
}

/** Who read the output has left, or the terminal that it was written to has been closed. */
export type OutputLoss = 'reader' | 'terminal'

const lossListeners = new Set<(loss: OutputLoss) => void>()
/** As if SIGHUP had ended it. */
const closedExitCode = 129

/**
 * Who reads our output may leave before it is complete (`cay … | head`): then nobody is left to write for. A supervisor goes
 * on, whoever is gone.
 */
export function exitWhenReaderLeaves({ unless }: { readonly unless: () => boolean }): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error) => {
      if (unless()) return
      const loss = lossOf(error, stream.isTTY)
      if (loss === undefined) throw error
      if (lossListeners.size === 0) process.exit(loss === 'reader' ? undefined : closedExitCode)
      for (const listener of lossListeners) listener(loss)
    })
}

/** The listener is called instead of the end of this process, for each write that fails. Returns what ends it. */
export function onOutputLoss(listener: (loss: OutputLoss) => void): () => void {
  lossListeners.add(listener)
  return () => lossListeners.delete(listener)
}

/** Undefined: something else is wrong with the output, as a disk that is full. */
function lossOf(error: unknown, isTerminal: boolean): OutputLoss | undefined {
  if (isErrno(error, 'EPIPE')) return 'reader'
  return isTerminal && isErrno(error, 'EIO') ? 'terminal' : undefined
}
