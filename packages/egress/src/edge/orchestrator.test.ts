import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { create, type MessageInitShape } from '@bufbuild/protobuf'
import {
  Orchestrator,
  SandboxPhase,
  WatchSandboxesResponseSchema,
} from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import { connectNodeAdapter } from '@connectrpc/connect-node'
import { afterEach, expect, it } from 'vitest'
import type { NodeEvent } from '../ports/orchestrator-client.ts'
import { connectToOrchestrator } from './orchestrator.ts'

const directory = mkdtempSync(join(tmpdir(), 'cay-egress-'))
const egress = {
  allowOut: ['example.com'],
  denyOut: ['0.0.0.0/0'],
  sealed: { ruleHosts: ['*.example.com'], hasProxy: true, text: 'sealed' },
}
const told = { sandboxId: 'a', address: '198.18.0.2', generation: 7n, phase: SandboxPhase.RUNNING, egress }

const exempt = { host: 'registry.internal', port: 5000, addresses: ['10.1.2.3'] }
const { egress: _, ...bare } = told

const say = (event: MessageInitShape<typeof WatchSandboxesResponseSchema>['event']) =>
  create(WatchSandboxesResponseSchema, { event: event ?? { case: undefined } })

async function* tell() {
  yield say({ case: 'snapshot', value: { sandboxes: [told] } })
  yield say({ case: 'keepalive', value: {} })
  yield say({ case: 'changed', value: { ...told, phase: SandboxPhase.CAPTURING, generation: 8n } })
  yield say({ case: 'changed', value: { ...told, phase: SandboxPhase.ENDED, address: '', generation: 9n } })
  yield say({ case: 'changed', value: { ...bare, sandboxId: 'b', generation: 10n } })
  yield say({ case: 'changed', value: { ...told, generation: 11n, exempt: [exempt] } })
}

const server = createServer(
  connectNodeAdapter({ routes: (router) => router.service(Orchestrator, { watchSandboxes: tell }) }),
)

afterEach(() => {
  server.close()
  rmSync(directory, { recursive: true, force: true })
})

it('the node’s sandboxes come with their policies, the list first and then each change', async () => {
  const socketPath = join(directory, 'orchestrator.sock')
  server.listen(socketPath)
  await once(server, 'listening')
  const events: NodeEvent[] = []
  for await (const event of connectToOrchestrator(socketPath).watch(new AbortController().signal))
    events.push(event)
  // A policy that was not told is none that lets out.
  const closed = { sandboxId: 'b', generation: 10n, lists: { allowOut: [], denyOut: ['0.0.0.0/0'] } }
  const update = { sandboxId: 'a', generation: 7n, phase: 'running', address: '198.18.0.2', lists: egress }
  expect(events).toEqual([
    { kind: 'snapshot', sandboxes: [update] },
    { kind: 'changed', sandbox: { ...update, generation: 8n, phase: 'suspended' } },
    { kind: 'changed', sandbox: { ...update, generation: 9n, phase: 'ended', address: '' } },
    { kind: 'changed', sandbox: { ...update, ...closed } },
    { kind: 'changed', sandbox: { ...update, generation: 11n, exempt: [exempt] } },
  ])
})
