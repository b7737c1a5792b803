/** What waits ready on a real node serves the first create, and nothing of its waiting is seen in it. */
import { CreateSandboxResponse_Source as Source } from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import { makeSandboxId } from '@cay/core/ids.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { present, StandaloneOrchestrator } from '../support/standalone-orchestrator.ts'

let node: StandaloneOrchestrator

beforeAll(async () => {
  node = await StandaloneOrchestrator.start('pool', { CAY_POOL_SIZE: '1' })
})

afterAll(async () => {
  await node?.remove()
})

/** A start waits for the pool, but not for ever. */
async function poolIsFull(): Promise<void> {
  await expect.poll(async () => (await node.client.getNode({})).pooled).toBeGreaterThan(0)
}

async function create() {
  const { templates } = await node.client.listTemplates({})
  const { templateId, buildId } = present(templates.find(({ alias }) => alias === 'base'))
  const sandboxId = makeSandboxId(crypto.getRandomValues(new Uint8Array(64)))
  const answer = await node.client.createSandbox({ sandboxId, templateId, buildId, timeoutSeconds: 600 })
  return { source: answer.source, sandbox: present(answer.sandbox) }
}

test('the first create after a start is served from the pool, and is nobody but itself', async () => {
  await poolIsFull()
  const { source, sandbox } = await create()
  expect(source).toBe(Source.POOL)
  const seen =
    'hostname; echo $E2B_SANDBOX_ID; cat /run/e2b/.E2B_SANDBOX_ID; echo; cat /etc/machine-id; ls -A /root /home/user /tmp'
  const { stdout } = await node.guest(sandbox).runCommand('root', seen)
  const [hostname, variable, file] = stdout.split('\n')
  expect([hostname, variable, file]).toEqual([sandbox.sandboxId, sandbox.sandboxId, sandbox.sandboxId])
  expect(stdout).not.toContain('nobody')
})

test('a node that was killed serves the first create from its pool again', async () => {
  await node.stop('SIGKILL')
  await node.start()
  await poolIsFull()
  expect((await create()).source).toBe(Source.POOL)
})
