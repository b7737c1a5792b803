/**
 * Vitest's order of files: those that take long begin first, so that at the end no worker waits for one of them. What an earlier
 * run of this clone took is known to Vitest; in a fresh clone nothing is, so the longest are named here.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Longest first, of each project; a file that became short may stay. */
export const longFiles: readonly string[] = [
  'test/machine/swap-frozen.test.ts',
  'test/machine/stored-elsewhere.test.ts',
  'test/machine/backup.test.ts',
  'test/machine/object-store.test.ts',
  'test/machine/template-full-node.test.ts',
  'test/machine/restart.test.ts',
  'test/machine/template-builds.test.ts',
  'test/machine/privileges.test.ts',
  'test/machine/envd-changes.test.ts',
  'test/conformance/code-interpreter-languages.test.ts',
  'test/conformance/code-interpreter.test.ts',
  'test/conformance/python-client.test.ts',
  'test/machine/restore-uniqueness.test.ts',
  'test/machine/daemon-files.test.ts',
  'test/machine/egress.test.ts',
  'test/conformance/template.test.ts',
  'test/machine/cluster-init.test.ts',
  'test/machine/template-images.test.ts',
  'test/machine/egress-headers.test.ts',
  'test/machine/template-registries.test.ts',
  'test/system/proxy-streams.test.ts',
  'test/system/control-transitions.test.ts',
  'test/system/control-crash.test.ts',
  'test/system/envd-downloads.test.ts',
  'packages/orchestrator/src/app/node/crash-safety.test.ts',
  'packages/envd/src/rpc/hostile-messages.test.ts',
  'packages/envd/src/http/filesystem/hostile-forms.test.ts',
  'packages/envd/src/rpc/process/slow-readers.test.ts',
]

/** Files of one project that share processes follow one another: a process serves one project. */
const projects = ['processes', 'system', 'unit', 'core']

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => projectRank(a) - projectRank(b) || lengthRank(a) - lengthRank(b))
  }
}

/** Of those that are not named, which have one rank, the order is Vitest's. */
function lengthRank({ moduleId }: TestSpecification): number {
  const index = longFiles.findIndex((file) => moduleId.endsWith(`/${file}`))
  return index < 0 ? longFiles.length : index
}

function projectRank({ project }: TestSpecification): number {
  return projects.indexOf(project.name)
}
