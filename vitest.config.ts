import { defineConfig } from 'vitest/config'

// core, unit and system need neither root nor runsc; machine and conformance need both.
const project = (name: string, include: string[], extra: object = {}) => ({
  test: { name, include, expect: { poll: { timeout: pollMsMax } }, ...extra },
})
// Milliseconds that only a hang reaches: a busy machine must not fail a test.
const pollMsMax = 20_000
const patient = { testTimeout: 30_000, hookTimeout: 60_000 }
const withOwnTemporaryDirectory = {
  ...patient,
  globalSetup: ['test/support/own-temporary-directory.ts'],
}
const onMachine = {
  testTimeout: 120_000,
  hookTimeout: 300_000,
  fileParallelism: false,
  globalSetup: ['test/support/shared-installation.ts'],
}

export default defineConfig({
  test: {
    projects: [
      project('core', ['packages/{contract,core}/src/**/*.test.ts'], patient),
      project(
        'unit',
        [
          'packages/{kit,builder,control,orchestrator,proxy,egress,envd,cli}/src/**/*.test.ts',
          'test/repo/**/*.test.ts',
        ],
        withOwnTemporaryDirectory,
      ),
      project('system', ['test/system/**/*.test.ts'], withOwnTemporaryDirectory),
      project('machine', ['test/machine/**/*.test.ts'], onMachine),
      project('conformance', ['test/conformance/**/*.test.ts'], {
        ...onMachine,
        setupFiles: ['test/compatibility/record-calls.ts'],
      }),
    ],
    reporters: ['default', './test/compatibility/reporter.ts'],
  },
})
