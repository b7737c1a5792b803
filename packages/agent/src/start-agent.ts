/** Assembles the node agent: the links to control, the local sockets whose calls go to control, and the node's membership. */
import type { TLSSocket } from 'node:tls'
import { listenLocally } from '@cay/kit/host/listen-locally.ts'
import { linkProtocols } from '@cay/kit/link/link-protocols.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { RunningService } from '@cay/kit/service.ts'
import { keepConnected } from './app/keep-connected.ts'
import { keepLinked } from './app/keep-linked.ts'
import { keepMember } from './app/keep-member.ts'
import { Uplink } from './app/uplink.ts'
import { isServedAt, type LocalSocket } from './dialect/local-services.ts'
import { makeRequests, renewAtMs } from './edge/certificate-requests.ts'
import { dialControl } from './edge/dial-control.ts'
import { PatientAgent } from './edge/local-agent.ts'
import { connectToMembership } from './edge/membership-client.ts'
import { openSession } from './edge/open-session.ts'
import { createControlServer } from './edge/serve-control.ts'
import { forwardToControl } from './edge/serve-local.ts'
import { sessionTransport } from './edge/session-transport.ts'
import type { IdentityStore, ReplicaStore } from './ports/node-identity.ts'

/** A call waits so long for a control process: one that was killed is back, or replaced, by then. */
const uplinkMsMax = 5_000

export interface AgentParts {
  readonly identity: IdentityStore
  readonly replicas: ReplicaStore
  /** Where control's calls go. */
  readonly orchestratorSocket: string
  /** Paths of the sockets whose calls go to control. */
  readonly sockets: Readonly<Record<LocalSocket, string>>
  readonly log: Logger
  /** Defaults to Math.random. */
  readonly random?: () => number
}

export async function startAgent(parts: AgentParts): Promise<RunningService> {
  const { identity, replicas, sockets, log, random = Math.random } = parts
  const stopping = new AbortController()
  const { signal } = stopping
  const dial = (protocol: string) => (address: string) => {
    const { authority, agent } = identity.current
    return dialControl({ address, protocol, authority, own: agent }, signal)
  }
  const uplink = new Uplink()
  const session = () => uplink.session(uplinkMsMax)
  const servers = await Promise.all(
    socketNames.map((name) =>
      listenLocally(sockets[name], forwardToControl({ session, isServed: (path) => isServedAt(name, path) })),
    ),
  )
  const agent = new PatientAgent()
  const control = createControlServer({ socketPath: parts.orchestratorSocket, agent })
  const links = keepLinked({ dial: dial(linkProtocols.toNode), use: control.serve, log, random }, signal)
  links.follow(replicas.current)
  // Nodes spread over the control processes.
  let turn = Math.floor(random() * replicas.current.length)
  const up = keepConnected(
    {
      nextAddress: () => replicas.current[turn++ % replicas.current.length] ?? '',
      dial: dial(linkProtocols.toControl),
      use: (socket: TLSSocket) => uplink.use(openSession(socket)),
      log,
      random,
    },
    signal,
  )
  const member = keepMember(
    {
      membership: connectToMembership(sessionTransport(session)),
      identity,
      replicas,
      makeRequests: () => makeRequests(identity.current),
      renewAtMs: () => renewAtMs(identity.current),
      onReplicas: (found) => links.follow(found),
      nowMs: () => Date.now(),
      random,
      log,
    },
    signal,
  )
  return {
    listening: { agent: `unix:${sockets.cluster}` },
    async stop() {
      stopping.abort()
      for (const server of servers) {
        server.closeAllConnections()
        server.close()
      }
      uplink.close()
      control.close()
      agent.destroy()
      await Promise.all([links.closed(), up, member])
    },
  }
}

const socketNames = ['vault', 'artifacts', 'cluster'] as const satisfies readonly LocalSocket[]
