/** Where the command writes to. */
import { styleText } from 'node:util'
import { isErrno } from '@cay/kit/host/errno.ts'
import type { Environment } from '@cay/kit/settings.ts'
import type { Paint } from '../dialect/output/paint.ts'

const formats = { good: 'green', warning: 'yellow', bad: 'red', head: 'bold' } as const

/** Colours are for terminals only, and for nobody who has set NO_COLOR; by its definition an empty one is not set. */
export function paintFor({ isTTY }: { readonly isTTY?: boolean }, env: Environment): Paint {
  const hasColors = isTTY === true && (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb'
  return (style, text) => (hasColors ? styleText(formats[style], text, { validateStream: false }) : text)
}

/**
 * Who reads our output may leave before it is complete (`cay … | head`): then nobody is left to write for. A supervisor goes
 * on, whoever is gone.
 */
export function exitWhenReaderLeaves({ unless }: { readonly unless: () => boolean }): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error) => {
      if (unless()) return
      if (!isErrno(error, 'EPIPE')) throw error
      process.exit()
    })
}
