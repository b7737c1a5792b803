/** What was typed goes out in its order: one request at a time, and all that came meanwhile in the next. */
export class InputQueue {
  readonly #send: (bytes: Uint8Array) => Promise<void>
  readonly #onError: (error: unknown) => void
  #waiting: Uint8Array[] = []
  #isSending = false

  constructor(send: (bytes: Uint8Array) => Promise<void>, onError: (error: unknown) => void) {
    this.#send = send
    this.#onError = onError
  }

  push(bytes: Uint8Array): void {
    this.#waiting.push(bytes)
    if (!this.#isSending) void this.#drain()
  }

  async #drain(): Promise<void> {
    this.#isSending = true
    try {
      while (this.#waiting.length > 0) await this.#send(join(this.#waiting.splice(0)))
    } catch (error) {
      // What was typed into a shell that is gone must not arrive in the next one.
      this.#waiting = []
      this.#onError(error)
    } finally {
      this.#isSending = false
    }
  }
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts
  if (first !== undefined && parts.length === 1) return first
  const joined = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.byteLength
  }
  return joined
}
