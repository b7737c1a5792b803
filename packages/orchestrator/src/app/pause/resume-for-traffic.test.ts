import { ServiceError } from '@cay/core/errors.ts'
import { expect, test } from 'vitest'
import type { Consent } from '../../ports/host.ts'
import { SimulatedMachine } from '../../sim/simulated-machine.ts'
import { simulatedBuild, simulateNode } from '../../sim/simulated-node.ts'
import { setNodeStatus } from '../node/set-node-status.ts'
import { createSandbox } from '../sandbox/create-sandbox.ts'
import { pauseSandbox } from './pause-sandbox.ts'
import { resumeForTraffic } from './resume-for-traffic.ts'

const request = { sandboxId: 'ia', port: 80, accessToken: '' }

async function startPaused(admitResume: Consent['admitResume']) {
  const node = simulateNode(new SimulatedMachine(), { consent: { admitResume } })
  const { templateId, buildId } = simulatedBuild
  await createSandbox(node, {
    sandboxId: 'ia',
    templateId,
    buildId,
    timeoutSeconds: 60,
    envVars: {},
    egress: { allowOut: [], denyOut: [] },
    lifecycle: { onTimeout: 'pause', filesOnly: false, autoResume: true, autoResumeSeconds: 300 },
  })
  await pauseSandbox(node, { sandboxId: 'ia', filesOnly: false })
  return node
}

test('traffic resumes nothing that the quotas of its team refuse', async () => {
  const node = await startPaused(async () => {
    throw new ServiceError('quota_exceeded', 'as much as it may have')
  })
  await expect(resumeForTraffic(node, request)).rejects.toMatchObject({ code: 'quota_exceeded' })
  expect(node.registry.view('ia')?.phase).toBe('paused')
})

test('control is asked once for a paused sandbox, and not for one that runs', async () => {
  const asked: bigint[] = []
  const node = await startPaused(async (_, generation) => {
    asked.push(generation)
    return { epoch: 0 }
  })
  const paused = node.registry.view('ia')?.generation
  await Promise.all([resumeForTraffic(node, request), resumeForTraffic(node, request)])
  expect(asked).toEqual([paused])
})

test('a sandbox that traffic resumes belongs to the placement that control has admitted', async () => {
  const node = await startPaused(async () => ({ epoch: 7 }))
  await resumeForTraffic(node, request)
  expect(node.registry.epochOf('ia')).toBe(7)
  await expect(pauseSandbox(node, { sandboxId: 'ia', filesOnly: false, epoch: 6 })).rejects.toMatchObject({
    code: 'stale_epoch',
  })
})

test('a control that is away keeps no sandbox asleep', async () => {
  const node = await startPaused(async () => 'unanswered')
  expect((await resumeForTraffic(node, request)).view.phase).toBe('running')
})

test('in a cluster nothing is resumed while control is away: another node may have the sandbox', async () => {
  const lease = { isMember: true, checkHeld: () => undefined }
  const node = { ...(await startPaused(async () => 'unanswered')), lease }
  await expect(resumeForTraffic(node, request)).rejects.toMatchObject({ code: 'node_unavailable' })
  expect(node.registry.view('ia')?.phase).toBe('paused')
})

test('a node that is drained wakes nothing for traffic, and does not ask', async () => {
  const node = await startPaused(() => Promise.reject(new Error('asked')))
  await setNodeStatus(node, 'draining')
  await expect(resumeForTraffic(node, request)).rejects.toMatchObject({ code: 'no_capacity' })
})
