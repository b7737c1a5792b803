/** What pytest's plugin test/conformance-python/report.py says of a run that is in progress. */
import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import type { Outcome } from '../compatibility/record-calls.ts'

export interface PythonTest {
  readonly outcome: 'passed' | 'failed' | 'skipped'
  readonly text: string
}

interface Line {
  readonly test?: string
  readonly outcome?: PythonTest['outcome']
  readonly text?: string
  /** Of a test with all that it used. */
  readonly ended?: string
  readonly calls?: Readonly<Record<string, Outcome>>
  readonly tests?: Readonly<Record<string, string>>
}

const pollMs = 200
const outputLengthMax = 20_000

export class PytestReport {
  readonly path: string
  #output = ''
  #hasEnded = false
  readonly #ended = Promise.withResolvers<void>()

  constructor(path: string) {
    this.path = path
  }

  follow(pytest: ChildProcess): void {
    for (const stream of [pytest.stdout, pytest.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output = (this.#output + text).slice(-outputLengthMax)
      })
    pytest.on('close', () => this.#ended.resolve())
    void this.end.then(() => {
      this.#hasEnded = true
    })
  }

  /** Resolves when pytest has ended, however. */
  get end(): Promise<void> {
    return this.#ended.promise
  }

  /** By client, flavour and call. */
  get calls(): Readonly<Record<string, Outcome>> {
    return this.#lines().find(({ calls }) => calls !== undefined)?.calls ?? {}
  }

  /** By the same, the first test in which a call was answered. */
  get tests(): Readonly<Record<string, string>> {
    return this.#lines().find(({ tests }) => tests !== undefined)?.tests ?? {}
  }

  /** Resolves when the test has ended. Throws what pytest printed when it ended without that test. */
  async outcomeOf(name: string): Promise<PythonTest> {
    for (;;) {
      const isLast = this.#hasEnded
      const lines = this.#lines()
      if (lines.some(({ ended }) => ended === name)) return mergedOutcome(lines, name)
      if (isLast) throw new Error(`pytest ended without ${name}:\n${this.#output}`)
      await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
  }

  /** Without a last one that is still being written. */
  #lines(): Line[] {
    if (!existsSync(this.path)) return []
    const lines = readFileSync(this.path, 'utf8').split('\n').slice(0, -1)
    return lines.map((line) => JSON.parse(line) as Line)
  }
}

/** A test may fail in its body and again when what it used is put away. */
function mergedOutcome(lines: readonly Line[], name: string): PythonTest {
  const parts = lines.filter(({ test }) => test === name)
  const outcomes = parts.map(({ outcome }) => outcome)
  const outcome = (['failed', 'skipped'] as const).find((each) => outcomes.includes(each)) ?? 'passed'
  return {
    outcome,
    text: parts
      .map(({ text }) => text ?? '')
      .join('\n')
      .trim(),
  }
}
