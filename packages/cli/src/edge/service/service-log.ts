import { briefLogLine } from '../../dialect/service/log-line.ts'
import type { ServiceLog } from '../../ports/supervisor.ts'
import { RotatingFile } from './rotating-file.ts'

const fileBytesMax = 10 * 1024 * 1024
const olderFilesMax = 3
/** Lines of one service that reach the terminal per window; the rest is in its file. */
const shownLinesMax = 20
const shownWindowMs = 10_000

/** The output of one service: all of it in a bounded file, what needs attention in short on the terminal too. */
export class BoundedServiceLog implements ServiceLog {
  readonly #file: RotatingFile
  readonly #path: string
  readonly #show: (text: string) => void
  #windowStartMs = Number.NEGATIVE_INFINITY
  #shownLines = 0

  constructor(path: string, show: (text: string) => void) {
    this.#path = path
    this.#show = show
    this.#file = new RotatingFile(path, {
      bytesMax: fileBytesMax,
      olderMax: olderFilesMax,
      onFailure: (error) => show(`cannot write ${path}: ${String(error)}`),
    })
  }

  write(line: string, stream: 'stdout' | 'stderr'): void {
    this.#file.writeLine(line)
    const brief = briefLogLine(line, stream)
    if (brief !== undefined) this.#showBounded(brief)
  }

  close(): void {
    this.#file.close()
  }

  #showBounded(text: string): void {
    const nowMs = performance.now()
    if (nowMs - this.#windowStartMs > shownWindowMs) {
      this.#windowStartMs = nowMs
      this.#shownLines = 0
    }
    this.#shownLines++
    if (this.#shownLines <= shownLinesMax) this.#show(text)
    if (this.#shownLines === shownLinesMax + 1) this.#show(`more lines are in ${this.#path}`)
  }
}
