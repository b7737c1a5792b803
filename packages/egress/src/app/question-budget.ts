import { bounds } from '../bounds.ts'

/** How many names may be asked for now: a burst, and then so many per second. */
export class QuestionBudget {
  #left: number = bounds.questionsBurst
  #countedAtMs = 0

  take(nowMs: number): boolean {
    const earned = (Math.max(0, nowMs - this.#countedAtMs) / 1000) * bounds.questionsPerSecond
    this.#left = Math.min(bounds.questionsBurst, this.#left + earned)
    this.#countedAtMs = nowMs
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
