/** Puts a simulated node behind a socket, so that its clients can be tried over the wire. */
import { createServer } from 'node:http'
import {
  CreateSandboxResponse_Source,
  type EgressPolicy,
  EndReason,
  Orchestrator,
  SandboxPhase,
} from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import type { EgressLists } from '@cay/core/egress/lists.ts'
import { isServiceError } from '@cay/core/errors.ts'
import type { EndReason as EndReasonName } from '@cay/core/sandbox/state.ts'
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect'
import { connectNodeAdapter } from '@connectrpc/connect-node'
import type { NodeSandbox, OrchestratorClient } from '../ports.ts'

const reasons = {
  killed: EndReason.KILLED,
  expired: EndReason.EXPIRED,
  crashed: EndReason.CRASHED,
  lost: EndReason.LOST,
  orphaned: EndReason.ORPHANED,
} as const satisfies Record<EndReasonName, EndReason>

const codes: Readonly<Record<string, Code>> = {
  template_not_found: Code.NotFound,
  sandbox_not_found: Code.NotFound,
  already_exists: Code.AlreadyExists,
  no_capacity: Code.ResourceExhausted,
  node_unavailable: Code.Unavailable,
}

export async function serveOrchestrator(
  node: OrchestratorClient,
  socketPath: string,
): Promise<{ close(): Promise<void> }> {
  const server = createServer(connectNodeAdapter({ routes: (router) => addService(router, node) }))
  await new Promise<void>((resolve) => server.listen(socketPath, resolve))
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function listsOf(policy: EgressPolicy | undefined): EgressLists {
  return { allowOut: policy?.allowOut ?? [], denyOut: policy?.denyOut ?? [] }
}

function addService(router: ConnectRouter, node: OrchestratorClient): void {
  router.service(Orchestrator, {
    createSandbox: async (request, { signal }) => {
      const egress = listsOf(request.egress)
      const created = await told(node.createSandbox({ ...request, egress }, signal))
      const source = CreateSandboxResponse_Source.RESTORE
      return { sandbox: toMessage(created.sandbox), envdVersion: created.envdVersion, source }
    },
    killSandbox: async ({ sandboxId, reason }) => {
      const name =
        (Object.keys(reasons) as EndReasonName[]).find((key) => reasons[key] === reason) ?? 'killed'
      await told(node.killSandbox(sandboxId, name))
      return {}
    },
    setExpiry: async ({ sandboxId, endAtMs }) => {
      return { sandbox: toMessage(await told(node.setExpiry(sandboxId, Number(endAtMs)))) }
    },
    setEgressPolicy: async ({ sandboxId, egress }) => {
      return { sandbox: toMessage(await told(node.setEgressPolicy(sandboxId, listsOf(egress)))) }
    },
    listSandboxes: async () => ({ sandboxes: (await told(node.listSandboxes())).map(toMessage) }),
    async *watchSandboxes(_, { signal }) {
      for await (const event of node.watchSandboxes(signal)) {
        if (event.kind === 'snapshot') {
          yield { event: { case: 'snapshot' as const, value: { sandboxes: event.sandboxes.map(toMessage) } } }
        } else yield { event: { case: 'changed' as const, value: toMessage(event.sandbox) } }
      }
    },
    acknowledgeEnded: async ({ sandboxIds }) => {
      await told(node.acknowledgeEnded(sandboxIds))
      return {}
    },
    listTemplates: async () => ({
      templates: (await told(node.listTemplates())).map((template) => ({
        ...template,
        createdAtMs: BigInt(template.createdAtMs),
      })),
    }),
  })
}

async function told<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!isServiceError(error)) throw error
    throw new ConnectError(error.message, codes[error.code] ?? Code.Internal)
  }
}

function toMessage(sandbox: NodeSandbox) {
  return {
    ...sandbox,
    phase: sandbox.phase === 'running' ? SandboxPhase.RUNNING : SandboxPhase.ENDED,
    endReason: reasons[sandbox.endReason],
    generation: BigInt(sandbox.generation),
    startedAtMs: BigInt(sandbox.startedAtMs),
    endAtMs: BigInt(sandbox.endAtMs),
    endedAtMs: BigInt(sandbox.endedAtMs),
    address: '127.0.0.1',
  }
}
