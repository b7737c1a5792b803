/** Below the time a test may take, so that a text that does not come is told together with what came. */
const patienceMs = 60_000

/** What a running command has printed so far; a test waits for a text in it instead of for a time. */
export class Output {
  text = ''
  readonly #decoder = new TextDecoder()
  #waiting: Array<{ readonly wanted: string; readonly seen: () => void; readonly over: () => void }> = []
  /** Why nothing more comes. */
  #end: string | undefined

  readonly onText = (chunk: string): void => {
    this.text += chunk
    this.#waiting = this.#waiting.filter(({ wanted, seen }) => {
      if (!this.text.includes(wanted)) return true
      seen()
      return false
    })
  }

  readonly onBytes = (chunk: Uint8Array): void => this.onText(this.#decoder.decode(chunk, { stream: true }))

  /** Nothing more comes: who still waits is told why. */
  close(why: string): void {
    this.#end = why
    for (const { over } of this.#waiting.splice(0)) over()
  }

  /** Resolves when the text has been printed, from the start of the command on. */
  async has(wanted: string): Promise<void> {
    if (this.text.includes(wanted)) return
    await new Promise<void>((resolve, reject) => {
      const fail = () => {
        const why = this.#end === undefined ? '' : ` (${this.#end})`
        const came = JSON.stringify(this.text)
        reject(new Error(`${JSON.stringify(wanted)} did not come${why}; what came: ${came}`))
      }
      if (this.#end !== undefined) return fail()
      const late = setTimeout(fail, patienceMs)
      const seen = () => {
        clearTimeout(late)
        resolve()
      }
      const over = () => {
        clearTimeout(late)
        fail()
      }
      this.#waiting.push({ wanted, seen, over })
    })
  }
}
