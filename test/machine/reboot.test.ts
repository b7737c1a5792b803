/** The machine is started anew under its sandboxes, as far as that can be had without starting it. */
import {
  EndReason,
  ResumeSandboxResponse_Source as ResumeSource,
  SandboxPhase,
} from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askMemoryServer, startMemoryServer } from '../support/memory-server.ts'
import { justStarted, loseMachine } from '../support/reboot.ts'
import { present, StandaloneOrchestrator } from '../support/standalone-orchestrator.ts'

const timeoutSeconds = 600

let node: StandaloneOrchestrator

beforeAll(async () => {
  node = await StandaloneOrchestrator.start('reboot', { CAY_MAX_FROZEN_COPIES: '1', CAY_POOL_SIZE: '1' })
})

afterAll(async () => {
  await node?.remove()
})

test('what ran has ended with that as its reason, what was paused is there with its memory, and more can be made', async () => {
  const [running, paused] = [await node.create(), await node.create()]
  await startMemoryServer(node.guest(paused))
  const { pid } = await askMemoryServer(paused)
  await node.client.pauseSandbox({ sandboxId: paused.sandboxId })
  const snapshotId = crypto.randomUUID()
  await node.client.captureSandbox({ sandboxId: running.sandboxId, snapshotId })

  await node.stop('SIGKILL')
  await loseMachine(node.dataDir)
  await node.start({}, ['unshare', ...justStarted()])

  expect(await node.find(running.sandboxId)).toMatchObject({
    phase: SandboxPhase.ENDED,
    endReason: EndReason.NODE_GONE,
  })
  const again = await node.client.resumeSandbox({ sandboxId: paused.sandboxId, timeoutSeconds })
  expect(again.source).toBe(ResumeSource.RESTORE)
  expect((await askMemoryServer(present(again.sandbox))).pid).toBe(pid)
  for (const made of [await node.create(), await node.create({ buildId: snapshotId })])
    expect((await node.guest(made).runCommand('root', 'hostname')).stdout).toBe(`${made.sandboxId}\n`)
})
