import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'

// core, unit, system and processes need neither root nor runsc; machine, conformance and host need both.
interface Options {
  readonly name: string
  readonly include: string[]
}
// Milliseconds that only a hang reaches: a busy machine must not fail a test.
const pollMsMax = 45_000
const project = ({ name, include }: Options, more: object = {}) => ({
  test: { name, include, expect: { poll: { timeout: pollMsMax } }, ...more },
})

// Services, daemons and command lines are started by the hundred: the engine reads what it has compiled before.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cay/compile-cache')

// Projects of one number run at once, by that many workers; those of the next number begin when they are through.
const together = (groupOrder: number, maxWorkers: number) => ({ sequence: { groupOrder }, maxWorkers })
/** Most of these tests wait rather than compute. */
const withoutMachine = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  ...together(0, availableParallelism() + 1),
}
const withOwnTemporaryDirectory = {
  ...withoutMachine,
  globalSetup: ['test/support/own-temporary-directory.ts'],
}
const postgresTests = 'packages/control/src/edge/store/postgres/**/*.test.ts'
/** A worker goes on with the next file in the same process: it starts once, and reads modules once. */
const sharingProcesses = { isolate: false }
const onMachine = {
  testTimeout: 120_000,
  hookTimeout: 300_000,
  // Of both projects together.
  globalSetup: ['test/support/shared-installation.ts'],
}
const besideOthers = { ...onMachine, testTimeout: 240_000, ...together(1, 2) }
/** The nodes of a cluster are installations of their own, so none is shared. */
const withOwnMachines = {
  testTimeout: 240_000,
  hookTimeout: 300_000,
  globalSetup: ['test/support/host-packages.ts'],
  ...together(4, 1),
}
const alone = { ...onMachine, ...together(2, 1) }

export default defineConfig({
  test: {
    projects: [
      // Pure functions: nothing is left behind that a new process would be needed for.
      project(
        {
          name: 'core',
          include: ['packages/{contract,core}/src/**/*.test.ts', 'packages/*/src/dialect/**/*.test.ts'],
        },
        { ...withoutMachine, ...sharingProcesses },
      ),
      project(
        {
          name: 'unit',
          include: [
            'packages/{kit,blobs,builder,control,orchestrator,proxy,egress,envd,agent,cli,dashboard,mcp-gateway}/src/**/*.test.ts',
            'test/repo/**/*.test.ts',
          ],
        },
        {
          ...withOwnTemporaryDirectory,
          exclude: ['packages/*/src/dialect/**', postgresTests, '**/node_modules/**'],
        },
      ),
      // Services in processes of their own, or whole ones in this process, which each test ends.
      project(
        { name: 'system', include: ['test/system/**/*.test.ts'] },
        { ...withOwnTemporaryDirectory, ...sharingProcesses },
      ),
      // Several processes of control, and servers of PostgreSQL: they start, die and wait for each other, so they take minutes.
      project(
        { name: 'processes', include: ['test/processes/**/*.test.ts', postgresTests] },
        { ...withOwnTemporaryDirectory, ...sharingProcesses, testTimeout: 240_000, ...together(3, 1) },
      ),
      project({ name: 'machine', include: ['test/machine/**/*.test.ts'] }, besideOthers),
      project(
        { name: 'conformance', include: ['test/conformance/**/*.test.ts'] },
        { ...besideOthers, setupFiles: ['test/compatibility/record-calls.ts'] },
      ),
      // A cluster of three machines of namespaces. The long form is no part of `npm test`.
      project({ name: 'cluster', include: ['test/cluster/*.test.ts'] }, withOwnMachines),
      project({ name: 'cluster-long', include: ['test/cluster/long/*.test.ts'] }, withOwnMachines),
      // Templates that take minutes to build, and what comes from package indexes. No part of `npm test`.
      project(
        { name: 'templates', include: ['test/templates/*.test.ts'] },
        { ...alone, setupFiles: ['test/compatibility/record-calls.ts'] },
      ),
      // The same tests of the official clients through a machine of a cluster that runs no sandbox. No part of `npm test`.
      project(
        { name: 'cluster-conformance', include: ['test/conformance/**/*.test.ts'] },
        {
          ...besideOthers,
          globalSetup: ['test/support/host-packages.ts', 'test/cluster/conformance-setup.ts'],
        },
      ),
      // They change what all of the machine has in common, or need all of its processors or memory.
      project({ name: 'host', include: ['test/host/**/*.test.ts'] }, alone),
    ],
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './test/compatibility/reporter.ts', './test/support/times-reporter.ts'],
  },
})
