/**
 * Progress of a long job: step number, activity and elapsed time. On a terminal one line is rewritten; elsewhere a line is
 * added from time to time.
 */
export interface ProgressOutput {
  write(text: string): unknown
  readonly isTTY?: boolean
}

export interface ProgressOptions {
  readonly total: number
  /** Number of the first step; default 1. */
  readonly first?: number
  readonly nowMs: () => number
  readonly output: ProgressOutput
}

export interface Step {
  /** The current activity; shown behind the step's name. */
  doing(text: string): void
  /** A line that stays. */
  note(text: string): void
  /** The result; shown when the step ends. */
  outcome(text: string): void
}

const everyMs = { terminal: 1000, elsewhere: 10_000 } as const
/** Characters of an activity that fit behind a step's name. */
const doingLengthMax = 70

export class Progress {
  readonly #options: ProgressOptions
  #next: number

  constructor(options: ProgressOptions) {
    this.#options = options
    this.#next = options.first ?? 1
  }

  async step<T>(title: string, task: (step: Step) => Promise<T>): Promise<T> {
    const { output, nowMs, total } = this.#options
    const isTerminal = output.isTTY === true
    const head = `[${this.#next++}/${total}] ${title} ...`
    const startedMs = nowMs()
    let doing = ''
    let outcome = ''
    const erase = isTerminal ? '\r\u001b[2K' : ''
    const elapsed = () => formatElapsed(nowMs() - startedMs)
    const show = () => output.write(`${erase}${head} ${elapsed()}${doing}${isTerminal ? '' : '\n'}`)
    output.write(isTerminal ? head : `${head}\n`)
    let hasNoted = false
    const tick = () => {
      // Elsewhere a step that prints notes needs no further sign of progress.
      if (isTerminal || !hasNoted) show()
      hasNoted = false
    }
    const timer = setInterval(tick, isTerminal ? everyMs.terminal : everyMs.elsewhere)
    const step: Step = {
      doing: (text) => {
        doing = text === '' ? '' : `, ${text.slice(0, doingLengthMax)}`
        if (isTerminal) show()
      },
      note: (text) => {
        hasNoted = true
        output.write(`${erase}      ${text}\n`)
      },
      outcome: (text) => {
        outcome = `, ${text}`
      },
    }
    try {
      const result = await task(step)
      output.write(`${erase}${head} ${elapsed()}${outcome}\n`)
      return result
    } catch (error) {
      output.write(`${erase}${head} failed after ${elapsed()}\n`)
      throw error
    } finally {
      clearInterval(timer)
    }
  }
}

/** `0.3 s`, `12 s`, `2 min 5 s`. */
export function formatElapsed(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 60) return `${Math.floor(seconds)} s`
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`
}
