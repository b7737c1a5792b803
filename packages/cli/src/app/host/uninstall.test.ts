import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openSystemd } from '../../edge/host/systemd.ts'
import { openUninstallHost } from '../../edge/host/uninstall-host.ts'
import { installUnit } from './install-unit.ts'
import { uninstall } from './uninstall.ts'

const apt = `Types: deb\nURIs: http://mirror.test/debian\nSuites: bookworm-backports\nComponents: main\n`

/** A machine below a directory, with an installation and its unit. */
async function open({ exitCode = 0, typed }: { exitCode?: number; typed?: string } = {}) {
  const root = mkdtempSync(join(tmpdir(), 'cay-uninstall-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const dataDir = join(root, 'var/lib/cay')
  const elsewhere = join(root, 'elsewhere')
  for (const path of ['run', 'control', 'templates/base']) mkdirSync(join(dataDir, path), { recursive: true })
  for (const path of ['run/up.lock', 'control/cay.db']) writeFileSync(join(dataDir, path), '')
  mkdirSync(elsewhere)
  writeFileSync(join(elsewhere, 'kept'), '')
  symlinkSync(elsewhere, join(dataDir, 'volumes'))
  const source = join(root, 'etc/apt/sources.list.d/cay-backports.sources')
  mkdirSync(dirname(source), { recursive: true })
  writeFileSync(source, apt)
  const systemd = openSystemd(root)
  const said: string[] = []
  const print = (line: string) => void said.push(line)
  const unit = { name: 'cay', node: process.execPath, main: import.meta.filename, dataDir }
  await installUnit({ systemd, print }, { ...unit, env: { CAY_DOMAIN: 'cay.test' } })
  const down = vi.fn(async () => exitCode)
  const ask = vi.fn(async () => typed)
  const deps = { systemd, host: openUninstallHost(systemd, root), down, ask, print }
  const request = { unitName: 'cay', dataDir, clone: '/opt/cay' }
  return { root, dataDir, elsewhere, source, said, deps, down, request }
}

test('a purge leaves nothing of Cay, and what a link leads to', async () => {
  const { root, dataDir, elsewhere, source, deps, down, request } = await open()
  expect(await uninstall(deps, { ...request, isPurged: true, isConfirmed: true })).toBe(0)
  expect(down).toHaveBeenCalledOnce()
  expect([existsSync(dataDir), existsSync(source), existsSync(join(root, 'etc/cay'))]).toEqual([
    ...[false, false, false],
  ])
  expect(readdirSync(join(root, 'etc/systemd/system'))).toEqual([])
  expect(readdirSync(elsewhere)).toEqual(['kept'])
})

test('what somebody else has put into the data directory stays', async () => {
  const { dataDir, said, deps, request } = await open()
  writeFileSync(join(dataDir, 'notes'), 'mine')
  expect(await uninstall(deps, { ...request, isPurged: true, isConfirmed: true })).toBe(0)
  expect(readdirSync(dataDir)).toEqual(['notes'])
  expect(readFileSync(join(dataDir, 'notes'), 'utf8')).toBe('mine')
  expect(said.join('\n')).toContain(`leaves ${dataDir}/notes: Cay did not make it`)
})

test('what services make until they are stopped is removed by a purge too', async () => {
  const { dataDir, deps, request } = await open()
  const down = async () => {
    mkdirSync(join(dataDir, 'sandbox-metrics'))
    return 0
  }
  expect(await uninstall({ ...deps, down }, { ...request, isPurged: true, isConfirmed: true })).toBe(0)
  expect(existsSync(dataDir)).toBe(false)
})

test('without --purge the data stays, and it says where', async () => {
  const { root, dataDir, source, said, deps, request } = await open()
  expect(await uninstall(deps, { ...request, isPurged: false, isConfirmed: true })).toBe(0)
  expect([existsSync(join(dataDir, 'control/cay.db')), existsSync(source)]).toEqual([true, true])
  expect(existsSync(join(root, 'etc/cay'))).toBe(false)
  expect(said.at(-1)).toBe(`Cay is removed; its data is in ${dataDir}.`)
})

test.each([
  ['nobody is there', undefined, /no terminal to confirm/],
  ['something else was typed', 'yes', /not confirmed/],
])('nothing is stopped or removed when %s', async (_, typed, words) => {
  const { dataDir, deps, down, request } = await open(typed === undefined ? {} : { typed })
  await expect(uninstall(deps, { ...request, isPurged: true, isConfirmed: false })).rejects.toThrow(words)
  expect(down).not.toHaveBeenCalled()
  expect(existsSync(join(dataDir, 'control/cay.db'))).toBe(true)
})

test('the path of the data directory confirms a purge', async () => {
  const { dataDir, deps, request } = await open()
  const ask = async () => dataDir
  expect(await uninstall({ ...deps, ask }, { ...request, isPurged: true, isConfirmed: false })).toBe(0)
  expect(existsSync(dataDir)).toBe(false)
})

test('data and unit stay while sandboxes could not be ended', async () => {
  const { root, dataDir, deps, request } = await open({ exitCode: 1 })
  expect(await uninstall(deps, { ...request, isPurged: true, isConfirmed: true })).toBe(1)
  expect(existsSync(join(dataDir, 'control/cay.db'))).toBe(true)
  expect(readdirSync(join(root, 'etc/systemd/system'))).toEqual(['cay.service'])
})

test('nothing is deleted through a mount below the data directory', async () => {
  const { dataDir, deps, request } = await open()
  const host = { ...deps.host, findMounts: async (directory: string) => [`${directory}/volumes`] }
  const purge = uninstall({ ...deps, host }, { ...request, isPurged: true, isConfirmed: true })
  await expect(purge).rejects.toThrow(/mounted below .*volumes/)
  expect(existsSync(join(dataDir, 'control/cay.db'))).toBe(true)
})
