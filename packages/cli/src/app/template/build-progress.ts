/**
 * Shows the log of a build. On a terminal each step is one line with the time it took, and below them is the one under way with the
 * last line that it wrote. Elsewhere every line is printed, each step with its time at its end. When a build fails, its
 * step is named, with its last lines.
 */
import { formatElapsed, type ProgressOutput } from '@cay/kit/progress.ts'
import type { Paint } from '../../dialect/output/paint.ts'
import { parseBuildMessage } from '../../dialect/template/build-message.ts'

export interface BuildProgressOptions {
  readonly output: ProgressOutput
  readonly paint: Paint
  /** What the output may get of a text that has been painted. */
  readonly show: (text: string) => string
  readonly nowMs: () => number
}

export interface BuildLogEntry {
  readonly message: string
  readonly timestamp: Date
}

const refreshMs = 1000
/** Lines of a step that are shown when it fails. */
const lastLinesMax = 20
/** Of a terminal that does not say how wide it is. */
const usualColumns = 80
const erase = '\r\u001b[2K'

interface ActiveStep {
  readonly title: string
  /** By the clock of the node, and by ours. */
  readonly since: Date
  readonly seenMs: number
}

export class BuildProgress implements Disposable {
  readonly #options: BuildProgressOptions
  #step: ActiveStep | undefined
  /** What the step under way has written. */
  #lines: string[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(options: BuildProgressOptions) {
    this.#options = options
  }

  readonly add = ({ message, timestamp }: BuildLogEntry): void => {
    const parsed = parseBuildMessage(message)
    switch (parsed.kind) {
      case 'step':
        this.#end(timestamp)
        if (parsed.isCached) this.#print(`${parsed.title} ${this.#options.paint('good', 'CACHED')}`)
        else this.#begin({ title: parsed.title, since: timestamp, seenMs: this.#options.nowMs() })
        return
      case 'output':
        this.#lines = [...this.#lines, parsed.text].slice(-lastLinesMax)
        if (this.#isTerminal) this.#refresh()
        else this.#print(`      ${parsed.text}`)
        return
      case 'note':
        // The last step has no head of its own.
        if (/^\[finalize\] /.test(parsed.text) && this.#step?.title !== '[finalize]') {
          this.#end(timestamp)
          this.#begin({ title: '[finalize]', since: timestamp, seenMs: this.#options.nowMs() })
        }
        this.#print(parsed.text)
    }
  }

  finish(): void {
    this.#end()
  }

  /** Names the step that was under way. */
  fail(): void {
    const step = this.#step
    if (step === undefined) return
    const { paint } = this.#options
    this.#step = undefined
    this.#print(`${step.title} ${paint('bad', `failed after ${this.#elapsed(step)}`)}`)
    if (this.#isTerminal) for (const line of this.#lines) this.#print(`      ${line}`)
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
    if (this.#isTerminal && this.#step !== undefined) this.#options.output.write(erase)
  }

  #begin(step: ActiveStep): void {
    this.#step = step
    this.#lines = []
    if (!this.#isTerminal) {
      this.#print(step.title)
      return
    }
    this.#refresh()
    this.#timer ??= setInterval(() => this.#refresh(), refreshMs)
  }

  #end(at?: Date): void {
    const step = this.#step
    if (step === undefined) return
    this.#step = undefined
    this.#print(`${step.title} ${this.#elapsed(step, at)}`)
  }

  /** The clocks of the node and of this machine may differ: of one step both ends are by the same. */
  #elapsed({ since, seenMs }: ActiveStep, at?: Date): string {
    const ms = at === undefined ? this.#options.nowMs() - seenMs : at.getTime() - since.getTime()
    return formatElapsed(Math.max(0, ms))
  }

  /** A line that stays, above the one of the step under way. */
  #print(text: string): void {
    const { output, show } = this.#options
    output.write(`${this.#isTerminal ? erase : ''}${show(text)}\n`)
    if (this.#isTerminal) this.#refresh()
  }

  #refresh(): void {
    const step = this.#step
    if (step === undefined) return
    const { output, show } = this.#options
    const columns = (output.columns ?? usualColumns) - 1
    const head = `${step.title} ${this.#elapsed(step)}`
    const last = this.#lines.at(-1)
    // The time is seen whatever the width.
    const whole =
      head.length > columns
        ? `${step.title.slice(0, columns - this.#elapsed(step).length - 2)}… ${this.#elapsed(step)}`
        : head
    const line = last === undefined ? whole : `${whole}  ${last}`
    output.write(`${erase}${show(line.slice(0, columns))}`)
  }

  get #isTerminal(): boolean {
    return this.#options.output.isTTY === true
  }
}
