/** Characters of one line that are kept; a longer line is handed on in pieces. */
const lineLengthMax = 64 * 1024

/** Text in pieces of any size to whole lines, with a bound on what is held back. */
export class LineSplitter {
  readonly #onLine: (line: string) => void
  #rest = ''

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine
  }

  push(text: string): void {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) this.#onLine(line)
    while (this.#rest.length > lineLengthMax) {
      this.#onLine(this.#rest.slice(0, lineLengthMax))
      this.#rest = this.#rest.slice(lineLengthMax)
    }
  }

  /** Hands on what stands after the last newline. */
  end(): void {
    if (this.#rest !== '') this.#onLine(this.#rest)
    this.#rest = ''
  }
}
