/**
 * A token bucket for log lines and their bytes: a burst, and a steady rate. A budget may be part of a larger one, which
 * then must have room as well.
 */
export interface BudgetBounds {
  /** Maximum of unused allowance that is kept. */
  readonly linesMax: number
  readonly bytesMax: number
  readonly linesPerSecond: number
  readonly bytesPerSecond: number
}

export class LineBudget {
  readonly #bounds: BudgetBounds
  readonly #whole: LineBudget | undefined
  #lines: number
  #bytes: number
  #atMs = 0

  constructor(bounds: BudgetBounds, whole?: LineBudget) {
    this.#bounds = bounds
    this.#whole = whole
    this.#lines = bounds.linesMax
    this.#bytes = bounds.bytesMax
  }

  /** Takes room for one line. Returns false, and takes nothing, when there is none. `nowMs` is monotonic. */
  take(bytes: number, nowMs: number): boolean {
    if (!this.#hasRoom(bytes, nowMs) || this.#whole?.take(bytes, nowMs) === false) return false
    this.#lines -= 1
    this.#bytes -= bytes
    return true
  }

  #hasRoom(bytes: number, nowMs: number): boolean {
    const { linesMax, bytesMax, linesPerSecond, bytesPerSecond } = this.#bounds
    const seconds = Math.max(0, nowMs - this.#atMs) / 1000
    this.#atMs = nowMs
    this.#lines = Math.min(linesMax, this.#lines + seconds * linesPerSecond)
    this.#bytes = Math.min(bytesMax, this.#bytes + seconds * bytesPerSecond)
    return this.#lines >= 1 && this.#bytes >= bytes
  }
}
