/** Below the time a test may take, so that a text that does not come is told together with what came. */
const patienceMs = 60_000

/** What a running command has printed so far; a test waits for a text in it instead of for a time. */
export class Output {
  text = ''
  readonly #decoder = new TextDecoder()
  #waiting: Array<{ readonly wanted: string; readonly seen: () => void }> = []

  readonly onText = (chunk: string): void => {
    this.text += chunk
    this.#waiting = this.#waiting.filter(({ wanted, seen }) => {
      if (!this.text.includes(wanted)) return true
      seen()
      return false
    })
  }

  readonly onBytes = (chunk: Uint8Array): void => this.onText(this.#decoder.decode(chunk, { stream: true }))

  /** Resolves when the text has been printed, from the start of the command on. */
  async has(wanted: string): Promise<void> {
    if (this.text.includes(wanted)) return
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => {
        reject(new Error(`${JSON.stringify(wanted)} did not come; what came: ${JSON.stringify(this.text)}`))
      }, patienceMs)
      const seen = () => {
        clearTimeout(late)
        resolve()
      }
      this.#waiting.push({ wanted, seen })
    })
  }
}
