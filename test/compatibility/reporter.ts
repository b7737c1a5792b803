/** Vitest reporter: keeps what each whole run of a conformance file has seen of the clients' calls. */
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { root } from '../repo/tree.ts'
import { installedVersions, keepRun } from './runs.ts'
import { testsOfClients } from './tests-of-clients.ts'

/** Not the one that runs the same files in a cluster. */
const projects: readonly string[] = ['conformance', 'templates']

export default class CompatibilityReporter implements Reporter {
  onTestModuleEnd(module: TestModule): void {
    const file = relative(root, module.moduleId)
    if (!projects.includes(module.project.name) || !testsOfClients().includes(file)) return
    if (hasLeftOut(module)) return
    keepRun(file, {
      versions: installedVersions(),
      hasPassed: module.ok(),
      calls: module.meta().calls ?? {},
      tests: module.meta().tests ?? {},
    })
  }
}

const hasLeftOut = (module: TestModule) => [...module.children.allTests('skipped')].length > 0
