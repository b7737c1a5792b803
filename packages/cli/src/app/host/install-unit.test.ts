import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '@cay/kit/host/run.ts'
import { expect, onTestFinished, test } from 'vitest'
import { openSystemd } from '../../edge/host/systemd.ts'
import { installUnit, uninstallUnit } from './install-unit.ts'

function open() {
  const root = mkdtempSync(join(tmpdir(), 'cay-unit-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const said: string[] = []
  const files = {
    unit: join(root, 'etc/systemd/system/cay.service'),
    settings: join(root, 'etc/cay/cay.env'),
  }
  return {
    ...files,
    said,
    deps: { systemd: openSystemd(root), print: (line: string) => void said.push(line) },
  }
}

const request = {
  ...{ name: 'cay', node: process.execPath, main: import.meta.filename, dataDir: '/var/lib/cay' },
  env: { CAY_DOMAIN: 'cay.test', CAY_SECRETS_KEY: 'a"$b\\', HOME: '/root', CAY_DATA_DIR: '/elsewhere' },
}

test('a unit and its settings are written, and removed', async () => {
  const { unit, settings, said, deps } = open()
  expect(await installUnit(deps, request)).toBe(0)
  expect(readFileSync(settings, 'utf8')).toBe('CAY_DOMAIN="cay.test"\nCAY_SECRETS_KEY="a\\"\\$b\\\\"\n')
  expect(statSync(settings).mode & 0o777).toBe(0o600)
  expect(readFileSync(unit, 'utf8')).toContain('Environment="CAY_DATA_DIR=/var/lib/cay"')
  expect(said.join('\n')).toContain('systemctl enable --now cay')
  expect(await uninstallUnit(deps, 'cay')).toBe(0)
  expect([existsSync(unit), existsSync(settings)]).toEqual([false, false])
  expect(await uninstallUnit(deps, 'cay')).toBe(1)
})

test('installing again replaces the settings', async () => {
  const { settings, deps } = open()
  await installUnit(deps, request)
  await installUnit(deps, { ...request, env: {} })
  expect(readFileSync(settings, 'utf8')).toBe('')
})

test('a value with a line end is refused by its name', async () => {
  const { unit, deps } = open()
  await expect(installUnit(deps, { ...request, env: { CAY_API_KEY: 'a\nB=c' } })).rejects.toThrow(
    'CAY_API_KEY',
  )
  expect(existsSync(unit)).toBe(false)
})

const analyze = '/usr/bin/systemd-analyze'

test.skipIf(!existsSync(analyze))(
  'systemd finds no fault in the unit, whatever the directory is called',
  async () => {
    const { unit, deps } = open()
    await installUnit(deps, { ...request, dataDir: '/srv/50% of "it" $HOME' })
    const { stdout, stderr } = await run([analyze, 'verify', '--man=no', unit], {
      env: { PATH: '/usr/bin:/bin' },
    })
    // It speaks of other units of the machine as well.
    expect(`${stdout}${stderr}`.split('\n').filter((line) => line.includes('cay.service'))).toEqual([])
  },
)
