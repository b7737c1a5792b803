/** A set whose members expire; when it is full, the oldest member is evicted. */
export class ExpiringSet {
  readonly #untilMs = new Map<string, number>()
  readonly #bound: { readonly sizeMax: number; readonly ms: number }

  constructor(bound: { readonly sizeMax: number; readonly ms: number }) {
    this.#bound = bound
  }

  has(name: string): boolean {
    const untilMs = this.#untilMs.get(name)
    if (untilMs === undefined) return false
    if (performance.now() < untilMs) return true
    this.#untilMs.delete(name)
    return false
  }

  add(name: string): void {
    const [oldest] = this.#untilMs.keys()
    if (oldest !== undefined && this.#untilMs.size >= this.#bound.sizeMax) this.#untilMs.delete(oldest)
    this.#untilMs.set(name, performance.now() + this.#bound.ms)
  }
}
