/**
 * Progress of a long job: step number, activity and elapsed time. Several steps may be under way at once. On a terminal one
 * line is rewritten; elsewhere a line is added from time to time. Texts of programs and peers cannot steer the terminal. Why no library:
 * decision 30.
 */
import { printable, printableLines } from '@cay/core/terminal-text.ts'

export interface ProgressOutput {
  write(text: string): unknown
  readonly isTTY?: boolean
  /** Of the terminal. */
  readonly columns?: number
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
/** Of a terminal that does not say how wide it is. */
const usualColumns = 80

interface ActiveStep {
  readonly head: string
  readonly startedMs: number
  doing: string
  outcome: string
  hasNoted: boolean
}

export class Progress {
  readonly #options: ProgressOptions
  readonly #active = new Set<ActiveStep>()
  #next: number
  #timer: NodeJS.Timeout | undefined

  constructor(options: ProgressOptions) {
    this.#options = options
    this.#next = options.first ?? 1
  }

  async step<T>(title: string, task: (step: Step) => Promise<T>): Promise<T> {
    const { nowMs, total } = this.#options
    const head = `[${this.#next++}/${total}] ${title} ...`
    const step: ActiveStep = { head, startedMs: nowMs(), doing: '', outcome: '', hasNoted: false }
    this.#begin(step)
    try {
      const result = await task(this.#voiceOf(step))
      this.#end(step, `${this.#elapsed(step)}${step.outcome}`)
      return result
    } catch (error) {
      this.#end(step, `failed after ${this.#elapsed(step)}`)
      throw error
    }
  }

  #begin(step: ActiveStep): void {
    this.#active.add(step)
    if (this.#isTerminal) this.#rewrite()
    else this.#addLine(step.head)
    this.#timer ??= setInterval(() => this.#tick(), this.#isTerminal ? everyMs.terminal : everyMs.elsewhere)
  }

  #end(step: ActiveStep, how: string): void {
    this.#active.delete(step)
    this.#addLine(`${step.head} ${how}`)
    if (this.#active.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #voiceOf(step: ActiveStep): Step {
    return {
      doing: (text) => {
        step.doing = text === '' ? '' : `, ${text.slice(0, doingLengthMax)}`
        if (this.#isTerminal) this.#rewrite()
      },
      note: (text) => {
        step.hasNoted = true
        this.#addLine(`      ${text}`)
      },
      outcome: (text) => {
        step.outcome = `, ${text}`
      },
    }
  }

  #tick(): void {
    if (this.#isTerminal) {
      this.#rewrite()
      return
    }
    for (const step of this.#active) {
      // A step that prints notes needs no further sign of progress.
      if (!step.hasNoted) this.#addLine(this.#show(step))
      step.hasNoted = false
    }
  }

  /** A line that stays, above those that are under way. */
  #addLine(text: string): void {
    const { output } = this.#options
    output.write(`${this.#isTerminal ? erase : ''}${printableLines(text)}\n`)
    if (this.#isTerminal && this.#active.size > 0) this.#rewrite()
  }

  /** One line, however many steps there are: a longer one would not be erased whole. */
  #rewrite(): void {
    const { output } = this.#options
    const line = [...this.#active].map((step) => this.#show(step)).join(' | ')
    output.write(`${erase}${printable(line).slice(0, (output.columns ?? usualColumns) - 1)}`)
  }

  #show(step: ActiveStep): string {
    return `${step.head} ${this.#elapsed(step)}${step.doing}`
  }

  #elapsed({ startedMs }: ActiveStep): string {
    return formatElapsed(this.#options.nowMs() - startedMs)
  }

  get #isTerminal(): boolean {
    return this.#options.output.isTTY === true
  }
}

const erase = '\r\u001b[2K'

/** `0.3 s`, `12 s`, `2 min 5 s`. */
export function formatElapsed(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 60) return `${Math.floor(seconds)} s`
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`
}
