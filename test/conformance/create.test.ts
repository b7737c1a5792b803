import { Sandbox } from 'e2b'
import { expect, test } from 'vitest'
import { sandboxesOfThisFile } from './sandboxes.ts'

const create = sandboxesOfThisFile()

test('a sandbox has an id, runs at once, and can be asked for its metadata', async () => {
  const metadata = { purpose: 'conformance', 'key with spaces & signs=': 'café ☕ 100%' }
  const sandbox = await create({ metadata })
  expect(sandbox.sandboxId).toMatch(/^[a-z0-9]+$/)
  expect(await sandbox.isRunning()).toBe(true)
  expect((await sandbox.getInfo()).metadata).toEqual(metadata)
})

test('every command of a sandbox sees the variables it was created with', async () => {
  const sandbox = await create({ envs: { GREETING: 'hello', QUOTED: `it's "$HOME"\nand a line` } })
  const { stdout } = await sandbox.commands.run('printf "%s|%s" "$GREETING" "$QUOTED"')
  expect(stdout).toBe(`hello|it's "$HOME"\nand a line`)
})

test('what the service says about a sandbox cannot be overridden by its variables', async () => {
  const sandbox = await create({ envs: { E2B_SANDBOX: 'false', E2B_SANDBOX_ID: 'another' } })
  const { stdout } = await sandbox.commands.run(
    'echo $E2B_SANDBOX $E2B_SANDBOX_ID; cat /run/e2b/.E2B_SANDBOX_ID',
  )
  expect(stdout.trimEnd()).toBe(`true ${sandbox.sandboxId}\n${sandbox.sandboxId}`)
})

test('without a timeout a sandbox lives for five minutes', async () => {
  const sandbox = await Sandbox.create()
  try {
    const { startedAt, endAt } = await sandbox.getInfo()
    expect(endAt.getTime() - startedAt.getTime()).toBe(300_000)
  } finally {
    await sandbox.kill()
  }
})

test('a timeout is rounded up to whole seconds', async () => {
  const sandbox = await create({ timeoutMs: 60_500 })
  const { startedAt, endAt } = await sandbox.getInfo()
  expect(endAt.getTime() - startedAt.getTime()).toBe(61_000)
})

test('without a template the client gets the base template', async () => {
  const sandbox = await Sandbox.create()
  try {
    const named = await create()
    expect((await sandbox.getInfo()).templateId).toBe((await named.getInfo()).templateId)
  } finally {
    await sandbox.kill()
  }
})

test('an unknown template is named in the error', async () => {
  await expect(Sandbox.create('no-such-template')).rejects.toThrow(
    "404: template 'no-such-template' not found",
  )
})

test('five sandboxes made at once are five: ids, hosts, processes and files are their own', async () => {
  const sandboxes = await Promise.all([0, 1, 2, 3, 4].map((n) => create({ envs: { NUMBER: `${n}` } })))
  expect(new Set(sandboxes.map((sandbox) => sandbox.sandboxId)).size).toBe(5)
  const outputs = await Promise.all(
    sandboxes.map(({ commands }) => commands.run('echo $NUMBER > mine; cat mine; hostname; ls | wc -l')),
  )
  expect(outputs.map(({ stdout }) => stdout)).toEqual(
    sandboxes.map(({ sandboxId }, n) => `${n}\n${sandboxId}\n1\n`),
  )
})

test('two sandboxes draw different random numbers and have different machine ids', async () => {
  const pair = await Promise.all([create(), create()])
  const drawn = await Promise.all(
    pair.map(({ commands }) => commands.run('head -c 16 /dev/urandom | od -An -tx1; cat /etc/machine-id')),
  )
  const [first, second] = drawn.map(({ stdout }) => stdout.split('\n'))
  expect(first?.[0]).not.toBe(second?.[0])
  expect(first?.[1]).toMatch(/^[0-9a-f]{32}$/)
  expect(first?.[1]).not.toBe(second?.[1])
})

test('the clock of a sandbox is that of the machine', async () => {
  const sandbox = await create()
  const before = Date.now()
  const { stdout } = await sandbox.commands.run('date +%s%3N')
  expect(Number(stdout)).toBeGreaterThanOrEqual(before - 1000)
  expect(Number(stdout)).toBeLessThanOrEqual(Date.now() + 1000)
})
