/** `cay uninstall --purge` of an installation with running and paused sandboxes, a volume and a unit: nothing of it is left. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Sandbox, Volume } from 'e2b'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pointClientHere } from '../support/client.ts'
import { Installation } from '../support/installation.ts'
import { installationNumber, machineState, nothing } from '../support/machine-state.ts'

const unitName = 'cay-test-uninstall'
const unitFiles = [`/etc/systemd/system/${unitName}.service`, `/etc/cay/${unitName}.env`]
const clone = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

let installation: Installation

beforeAll(async () => {
  installation = await Installation.prepare('uninstall', { CAY_POOL_SIZE: '1' })
  await installation.up()
  pointClientHere(await installation.endpoints())
})

afterAll(async () => {
  await installation?.cay('uninstall', '--systemd', '--name', unitName)
  await installation?.remove()
})

const number = () => {
  const found = installationNumber(installation.dataDir)
  if (found === undefined) throw new Error('the installation has no number on this machine')
  return found
}

test('the services, sandboxes, mounts, namespaces, unit and data are gone, and what Cay did not make is named and stays', async (context) => {
  // With systemd the unit would be started.
  if (existsSync('/run/systemd/system')) context.skip()
  const volume = await Volume.create('kept-until-purged')
  const running = await Sandbox.create('base', { timeoutMs: 600_000, volumeMounts: { '/mnt/data': volume } })
  await running.commands.run('echo x > /mnt/data/file; sleep 1000', { background: true, timeoutMs: 0 })
  const paused = await Sandbox.create('base', { timeoutMs: 600_000 })
  await paused.pause()
  expect((await installation.cay('install', '--systemd', '--name', unitName)).code).toBe(0)
  for (const path of unitFiles) expect(existsSync(path)).toBe(true)
  const machineNumber = number()
  const before = await machineState(installation.dataDir, machineNumber)
  for (const kind of [
    'processes',
    'namespaces',
    'interfaces',
    'tables',
    'cgroups',
    'mounts',
    'loopDevices',
  ] as const)
    expect(before[kind], kind).not.toEqual([])
  const unasked = await installation.cay('uninstall', '--purge', '--name', unitName)
  expect(unasked.code).toBe(1)
  expect(await running.isRunning()).toBe(true)
  const { stdout, stderr, code } = await installation.cay('uninstall', '--purge', '--yes', '--name', unitName)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  for (const line of [
    ...unitFiles.map((path) => `removes ${path}`),
    `removes all data in ${installation.dataDir}`,
    `leaves the clone in ${clone}`,
  ])
    expect(stdout).toContain(line)
  expect(stdout).toMatch(/\nCay and its data are removed\.\n$/)
  expect(await machineState(installation.dataDir, machineNumber)).toEqual(nothing)
  expect(installationNumber(installation.dataDir)).toBeUndefined()
  for (const path of [installation.dataDir, ...unitFiles]) expect(existsSync(path), path).toBe(false)
  expect(await readFile('/proc/self/mountinfo', 'utf8')).not.toContain(installation.dataDir)
  const again = await installation.cay('uninstall', '--purge', '--yes', '--name', unitName)
  expect(again.code).toBe(0)
})
