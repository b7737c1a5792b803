/**
 * What was acquired, in order, so that a failure gives it all back in reverse. Undo steps are tried all; those that fail
 * are reported together.
 */
export interface UndoStep {
  readonly name: string
  readonly undo: () => Promise<unknown> | unknown
}

export class UndoStack {
  #steps: UndoStep[] = []

  push(name: string, undo: UndoStep['undo']): void {
    this.#steps.push({ name, undo })
  }

  /** Keeps what was acquired: nothing will be undone any more. */
  commit(): void {
    this.#steps = []
  }

  /** Undoes everything; returns the failures instead of throwing, because the first error is the one to tell. */
  async unwind(): Promise<{ name: string; error: unknown }[]> {
    const failures: { name: string; error: unknown }[] = []
    for (const step of this.#steps.splice(0).reverse()) {
      try {
        await step.undo()
      } catch (error) {
        failures.push({ name: step.name, error })
      }
    }
    return failures
  }
}
