/** Counts the creates that succeeded and failed since the service was started. */
export class CreateCounter {
  succeeded = 0
  failed = 0

  async count<T>(work: () => Promise<T>): Promise<T> {
    try {
      const made = await work()
      this.succeeded += 1
      return made
    } catch (error) {
      this.failed += 1
      throw error
    }
  }
}
