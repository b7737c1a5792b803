/** Vitest reporter: adds what each file took, and the outcomes of its tests, to the file that `TEST_TIMES_FILE` names. */
import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { root } from '../repo/tree.ts'

export interface FileTimes {
  readonly file: string
  readonly project: string
  /** From its first hook to its last. */
  readonly ms: number
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export default class TimesReporter implements Reporter {
  readonly #path = process.env.TEST_TIMES_FILE

  onTestModuleEnd(module: TestModule): void {
    if (this.#path === undefined) return
    const count = (state: 'passed' | 'failed' | 'skipped') => [...module.children.allTests(state)].length
    const times: FileTimes = {
      file: relative(root, module.moduleId),
      project: module.project.name,
      ms: module.diagnostic().duration,
      ...{ passed: count('passed'), failed: count('failed'), skipped: count('skipped') },
    }
    appendFileSync(this.#path, `${JSON.stringify(times)}\n`)
  }
}
