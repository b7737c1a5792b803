/** Vitest reporter: keeps what each whole run of a conformance file has seen of the clients' calls. */
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { root } from '../repo/tree.ts'
import { installedVersions, keepRun } from './runs.ts'

export default class CompatibilityReporter implements Reporter {
  onTestModuleEnd(module: TestModule): void {
    if (module.project.name !== 'conformance' || hasLeftOut(module)) return
    keepRun(relative(root, module.moduleId), {
      versions: installedVersions(),
      hasPassed: module.ok(),
      calls: module.meta().calls ?? {},
      tests: module.meta().tests ?? {},
    })
  }
}

const hasLeftOut = (module: TestModule) => [...module.children.allTests('skipped')].length > 0
