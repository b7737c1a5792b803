/** `cay upgrade`, on clones of a repository with a Cay of a few lines. */
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type UpgradeOptions, upgrade } from '@cay/cli/app/host/upgrade.ts'
import { stopServices } from '@cay/cli/app/service/down.ts'
import { renderUnit } from '@cay/cli/dialect/host/systemd-unit.ts'
import { openCloneRepository } from '@cay/cli/edge/host/clone-repository.ts'
import { openRunningServices } from '@cay/cli/edge/host/running-services.ts'
import { openSystemd } from '@cay/cli/edge/host/systemd.ts'
import { readUpFile } from '@cay/cli/edge/service/up-file.ts'
import type { Systemd } from '@cay/cli/ports/systemd.ts'
import { ToolError } from '@cay/kit/host/run.ts'
import { expect, test } from 'vitest'
import { makeFakeCay } from '../support/fake-cay.ts'

type FakeCay = Awaited<ReturnType<typeof makeFakeCay>>

/** What it printed, and how it failed. */
async function run(
  cay: FakeCay,
  options: Partial<UpgradeOptions> = {},
  more: { systemd?: Systemd; readyMsMax?: number; typed?: string; signal?: AbortSignal } = {},
) {
  const said: string[] = []
  const print = (line: string) => void said.push(line)
  const { clone, dataDir, layout, env, mainFile } = cay
  const services = await openRunningServices({
    ...{ dataDir, layout, env, main: mainFile, readRecord: readUpFile },
    systemd: more.systemd ?? openSystemd(cay.root),
    stop: () => stopServices({ installation: { layout }, readRecord: readUpFile, print }),
    readyMsMax: more.readyMsMax ?? 60_000,
  })
  const deps = {
    ...{ services, print },
    repository: openCloneRepository(clone, env),
    ask: async () => more.typed,
  }
  const failure = await upgrade(
    deps,
    { to: undefined, isConfirmed: true, isDryRun: false, ...options },
    more.signal ?? new AbortController().signal,
  ).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  )
  return { said: said.join('\n'), failure: failure?.message }
}

test('the clone moves forward on its branch, and the services restart as they were started', async () => {
  const cay = await makeFakeCay()
  await cay.startDetached()
  await cay.release('0.2.0')
  const { said, failure } = await run(cay)
  expect(failure).toBeUndefined()
  expect(said).toMatch(/^from 0\.1\.0 \(\w{10}\) to 0\.2\.0 \(\w{10}\): 1 commit more\n/)
  expect(said).toMatch(/\nCay runs at 0\.2\.0 \(\w{10}\)\.$/)
  expect(await cay.ready()).toBe('0.2.0 cay.test up --domain x.test')
  expect(cay.installed()).toEqual(['0.2.0'])
  expect(await cay.git('symbolic-ref', '--short', 'HEAD')).toBe('main')
  expect((await run(cay)).said).toMatch(/^Cay is at 0\.2\.0 \(\w{10}\) already\.$/)
})

test('a version can be named, and another one later', async () => {
  const cay = await makeFakeCay()
  await cay.release('0.2.0')
  await cay.release('0.3.0')
  expect((await run(cay, { to: 'v0.2.0' })).said).toMatch(/`cay up` starts it\.$/)
  expect((await run(cay)).failure).toMatch(/^no branch is checked out/)
  expect((await run(cay, { to: 'main' })).failure).toBeUndefined()
  expect((await run(cay, { to: 'v0.1.0' })).said).toMatch(/this goes back/)
  expect(cay.installed()).toEqual(['0.2.0', '0.3.0', '0.1.0'])
})

test('a version that ends before it is ready gives way to the one before', async () => {
  const cay = await makeFakeCay()
  await cay.startDetached()
  await cay.release('0.2.0', 'ends')
  const { failure } = await run(cay)
  expect(failure).toMatch(/ended before it was ready: Cay runs at 0\.1\.0 \(\w{10}\) again$/)
  await expectFormer(cay)
  expect(await cay.ready()).toBe('0.1.0 cay.test up --domain x.test')
})

test('who interrupts a start that hangs has the version before', async () => {
  const cay = await makeFakeCay()
  await cay.startDetached()
  const former = await supervisorOf(cay)
  await cay.release('0.2.0', 'hangs')
  const interrupt = new AbortController()
  const ended = run(cay, {}, { signal: interrupt.signal })
  await expect.poll(() => supervisorOf(cay)).not.toEqual(former)
  interrupt.abort()
  expect((await ended).failure).toMatch(/was interrupted before it was ready: Cay runs at 0\.1\.0/)
  await expectFormer(cay)
  expect(await cay.ready()).toBe('0.1.0 cay.test up --domain x.test')
})

test('when neither version becomes ready in time, it says so, and the former one is checked out', async () => {
  const cay = await makeFakeCay()
  await cay.startDetached()
  await cay.release('0.2.0')
  const { failure } = await run(cay, {}, { readyMsMax: 1 })
  expect(failure).toMatch(
    /^0\.2\.0 .* in time, and 0\.1\.0 .*, which is checked out again, was not ready in time$/,
  )
  await expectFormer(cay)
})

const supervisorOf = async (cay: FakeCay) => (await readUpFile(cay.layout.supervisorFile))?.supervisor

async function expectFormer(cay: FakeCay): Promise<void> {
  expect(await cay.git('describe', '--tags')).toBe('v0.1.0')
  expect(await cay.git('symbolic-ref', '--short', 'HEAD')).toBe('main')
  expect(cay.installed()).toEqual(['0.2.0', '0.1.0'])
}

test.each([
  ['refuses settings', /refuses the settings: .*CAY_DOMAIN is wrong/s],
  ['lacks packages', /no such package/],
] as const)('a version that %s restarts nothing', async (mode, words) => {
  const cay = await makeFakeCay()
  await cay.startDetached()
  const supervisor = await supervisorOf(cay)
  await cay.release('0.2.0', mode)
  const { failure } = await run(cay, { to: 'v0.2.0' })
  expect(failure).toMatch(/^nothing was restarted, and the clone is as it was: /)
  expect(failure).toMatch(words)
  expect(await supervisorOf(cay)).toEqual(supervisor)
  expect(await cay.git('describe', '--tags')).toBe('v0.1.0')
  expect(await cay.git('symbolic-ref', '--short', 'HEAD')).toBe('main')
})

test('nothing moves for a dry run, without a confirmation, with changes, or for a ref that is not there', async () => {
  const cay = await makeFakeCay()
  await cay.release('0.2.0')
  expect((await run(cay, { isDryRun: true })).said).toMatch(/^from 0\.1\.0 .* to 0\.2\.0/)
  expect((await run(cay, { isConfirmed: false })).failure).toMatch(/no terminal/)
  expect((await run(cay, { isConfirmed: false }, { typed: 'no' })).failure).toMatch(/not confirmed/)
  expect((await run(cay, { to: 'v9' })).failure).toBe('there is no tag, branch or commit "v9"')
  writeFileSync(join(cay.clone, 'scripts/install-dependencies.mjs'), '')
  expect((await run(cay)).failure).toMatch(/not committed: scripts\/install-dependencies\.mjs$/)
  expect(await cay.git('describe', '--tags')).toBe('v0.1.0')
  expect(cay.installed()).toEqual([])
})

test('a directory that is no git work tree of its own is refused', async () => {
  const cay = await makeFakeCay()
  const clone = join(cay.clone, 'packages')
  expect((await run({ ...cay, clone })).failure).toBe(
    `${clone} is no git clone, so there is nothing that an upgrade could be fetched from`,
  )
})

/** systemd, as far as it is asked: it starts the unit once, and would try again later. */
function fakeSystemd(cay: FakeCay): Systemd & { start(): void } {
  const systemd = openSystemd(cay.root)
  mkdirSync(systemd.unitDirectory, { recursive: true })
  const unit = { node: process.execPath, main: cay.mainFile, settingsFile: '/none', dataDir: cay.dataDir }
  writeFileSync(`${systemd.unitDirectory}/box.service`, renderUnit(unit))
  let child: ReturnType<FakeCay['startAsUnit']> | undefined
  const start = () => {
    child = cay.startAsUnit()
  }
  return {
    ...systemd,
    start,
    async call([verb, ...rest]) {
      expect(rest.at(-1)).toBe('box.service')
      const hasEnded = child?.exitCode !== null
      if (verb === 'is-active' && hasEnded)
        throw new ToolError(['systemctl'], 'exited with 3', { exitCode: 3, stderr: '' })
      if (verb !== 'restart') return
      if (child !== undefined && !hasEnded) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      start()
    },
  }
}

test.each([
  ['becomes ready', 'good', '0.2.0 cay.test up', undefined],
  ['ends', 'ends', '0.1.0 cay.test up', /ended before it was ready: Cay runs at 0\.1\.0/],
] as const)('a unit of systemd is restarted with a version that %s', async (_, mode, ready, words) => {
  const cay = await makeFakeCay()
  const systemd = fakeSystemd(cay)
  systemd.start()
  await expect.poll(cay.ready).toBeDefined()
  await cay.release('0.2.0', mode)
  const { said, failure } = await run(cay, {}, { systemd })
  expect(said).toContain('restarts the unit box, ')
  if (words === undefined) expect(failure).toBeUndefined()
  else expect(failure).toMatch(words)
  expect(await cay.ready()).toBe(ready)
  expect(existsSync(`${cay.layout.logs}/up.log`)).toBe(false)
})
