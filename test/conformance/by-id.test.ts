/** What can be asked of a sandbox by whoever has nothing but its id, and the older names of those calls. */
import { E2B, Sandbox, SandboxNotFoundError } from 'e2b'
import { expect, inject, onTestFinished, test } from 'vitest'
import { sandboxesOfThisFile } from './sandboxes.ts'

const create = sandboxesOfThisFile()

test('a sandbox is told of, paused, copied and saved by its id', async () => {
  const sandbox = await create({ metadata: { purpose: 'by id' } })
  const id = sandbox.sandboxId
  expect(await Sandbox.getFullInfo(id)).toEqual(await sandbox.getInfo())
  const [copy] = await Sandbox.fork(id)
  if (!(copy instanceof Sandbox)) throw copy
  onTestFinished(async () => void (await copy.kill()))
  expect((await copy.getInfo()).metadata).toEqual({ purpose: 'by id' })
  const { snapshotId } = await Sandbox.createSnapshot(id)
  expect(await Sandbox.listSnapshots({ sandboxId: id }).nextItems()).toMatchObject([{ snapshotId }])
  await Sandbox.deleteSnapshot(snapshotId)
  expect(await Sandbox.pause(id)).toBe(true)
  expect(await Sandbox.betaPause(id)).toBe(false)
  await Sandbox.connect(id)
  expect(await sandbox.betaPause()).toBe(true)
})

test('what is unknown is unknown to each of them', async () => {
  const id = 'i00000000000000000000'
  const asked = [
    Sandbox.getFullInfo(id),
    Sandbox.getMetrics(id),
    Sandbox.pause(id),
    Sandbox.createSnapshot(id),
    Sandbox.fork(id),
  ]
  // All at once: one that is refused before the others is nobody's otherwise.
  await Promise.all(asked.map((each) => expect(each).rejects.toThrow(SandboxNotFoundError)))
})

test('a client that is given everything needs no variables', async () => {
  const { apiKey, apiUrl, proxyUrl } = inject('installation')
  const { sandboxId } = await create()
  const names = ['E2B_API_KEY', 'E2B_API_URL', 'E2B_SANDBOX_URL'] as const
  const saved = names.map((name) => [name, process.env[name]] as const)
  onTestFinished(() => {
    for (const [name, value] of saved) process.env[name] = value
  })
  for (const name of names) delete process.env[name]
  const client = new E2B({ apiKey, apiUrl, sandboxUrl: proxyUrl })
  const sandbox = await client.Sandbox.connect(sandboxId)
  expect((await sandbox.commands.run('echo bound')).stdout).toBe('bound\n')
})

test('the address of an MCP server is that of its port', async () => {
  const sandbox = await create()
  expect(sandbox.getMcpUrl()).toBe(`https://${sandbox.getHost(50_005)}/mcp`)
})
