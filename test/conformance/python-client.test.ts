/**
 * The official clients for Python: test/conformance-python, run by pytest against the shared installation. Each of its tests is
 * one here.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '@cay/kit/host/run.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { pythonForms, readPythonSurface } from '../compatibility/python-surface.ts'
import { noteCall, noteTest } from '../compatibility/record-calls.ts'
import { isLeftOut } from '../compatibility/words.ts'
import { OutsideHost } from '../support/outside-host.ts'
import { createTeam } from '../support/own-team.ts'
import { installPythonClient, pythonTests } from '../support/python-client.ts'
import { codeInterpreterTemplate, firstBuildMsMax } from './code-interpreter.ts'
import { PytestReport } from './pytest-report.ts'

const client = await installPythonClient()
const names = client.isThere ? await collect(client.python) : []

/** Longer than all of them take on a busy machine: a test waits for those before it. */
const runMsMax = 400_000

let directory: string
let internet: OutsideHost
let pytest: ChildProcess
let report: PytestReport

async function collect(python: string): Promise<readonly string[]> {
  const { stdout } = await run([python, '-m', 'pytest', '--collect-only', '-q'], {
    ...{ cwd: pythonTests, env: pythonEnvironment() },
  })
  return stdout.split('\n').filter((line) => line.includes('::'))
}

/** Nothing is written beside the tests. */
function pythonEnvironment(): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: tmpdir(), PYTHONDONTWRITEBYTECODE: '1' }
}

beforeAll(async () => {
  if (!client.isThere) return
  directory = mkdtempSync(join(tmpdir(), 'cay-pytest-'))
  internet = await OutsideHost.start('cayt-python', '203.0.113.64', { routerPid: inject('routerPid') })
  // Of a team of its own: what it lists there is its own.
  const { apiKey, apiUrl, proxyUrl, dataDir } = (await createTeam()).endpoints
  report = new PytestReport(join(directory, 'report'))
  pytest = spawn(client.python, ['-m', 'pytest', '-q', '-s'], {
    cwd: pythonTests,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...pythonEnvironment(),
      ...{ E2B_API_KEY: apiKey, E2B_API_URL: apiUrl, E2B_SANDBOX_URL: proxyUrl, E2B_VOLUME_API_URL: apiUrl },
      CAY_OUTSIDE: `${internet.address},${internet.secondAddress}`,
      CAY_CODE_TEMPLATE: await codeInterpreterTemplate(dataDir),
      CAY_REPORT_FILE: report.path,
    },
  })
  report.follow(pytest)
}, firstBuildMsMax)

afterAll(async () => {
  if (!client.isThere) return
  pytest?.kill('SIGKILL')
  await internet?.stop()
  for (const [call, outcome] of Object.entries(report?.calls ?? {})) noteCall(call, outcome === 'works')
  for (const [call, name] of Object.entries(report?.tests ?? {})) noteTest(call, name)
  rmSync(directory, { recursive: true })
})

for (const name of names)
  test(
    name,
    async () => {
      expect(await report.outcomeOf(name)).toEqual({ outcome: 'passed', text: '' })
    },
    runMsMax,
  )

if (client.isThere)
  test(
    'each call that the clients offer is made by a test, and answered, or has a reason',
    async () => {
      await report.end
      const forms = pythonForms(readPythonSurface()).filter(([, call]) => !isLeftOut(call))
      const answered = Object.entries(report.calls).filter(([, outcome]) => outcome === 'works')
      const known = new Set(forms.map(([key]) => key))
      expect(
        answered
          .map(([key]) => key)
          .filter((key) => known.has(key))
          .sort(),
      ).toEqual([...known].sort())
    },
    runMsMax,
  )
else test('the official clients for Python', ({ skip }) => skip(client.why))
