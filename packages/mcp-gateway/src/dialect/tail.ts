/** The last lines of what a program has written, within bounds. */
const linesMax = 8
const lineLengthMax = 300
const restMax = 4096

export class Tail {
  readonly #lines: string[] = []
  #rest = ''

  push(text: string): void {
    const lines = `${this.#rest}${text}`.split('\n')
    this.#rest = (lines.pop() ?? '').slice(-restMax)
    for (const line of lines) this.#add(line)
  }

  lines(): string[] {
    const rest = this.#rest.trim()
    return [...this.#lines, ...(rest === '' ? [] : [rest.slice(0, lineLengthMax)])].slice(-linesMax)
  }

  #add(line: string): void {
    if (line.trim() === '') return
    this.#lines.push(line.trimEnd().slice(0, lineLengthMax))
    if (this.#lines.length > linesMax) this.#lines.shift()
  }
}
