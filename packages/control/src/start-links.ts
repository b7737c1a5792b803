/** Control's end of a cluster: the port that nodes dial, the cluster's authority, and what nodes may call. */
import type { Certified } from '@cay/kit/certificates/issue.ts'
import {
  type MemberIssuer,
  makeCertificateRequest,
  memberCertificateDays,
  openMemberIssuer,
} from '@cay/kit/certificates/members.ts'
import { linkMessageBytesMax } from '@cay/kit/link/link-protocols.ts'
import { rejectMalformed } from '@cay/kit/reject-malformed.ts'
import { keepInterceptors } from '@cay/kit/router-interceptors.ts'
import { traceCallsIn } from '@cay/kit/trace-calls.ts'
import { type ConnectRouter, createContextValues } from '@connectrpc/connect'
import { connectNodeAdapter } from '@connectrpc/connect-node'
import type { Deps } from './app/deps.ts'
import { ensureClusterAuthority } from './app/member/cluster-authority.ts'
import { isMember } from './app/member/renew-member.ts'
import { type LinkCaller, startLinkServer } from './edge/link/link-server.ts'
import type { NodeLinks } from './edge/link/node-links.ts'
import { callerNodeId, callerSerial } from './rpc/caller-node.ts'
import { joinRoutes, type MemberDeps, membershipRoutes } from './rpc/member-service.ts'

/** Of a request from somebody without a certificate. */
const unauthenticatedBytesMax = 64 * 1024
const ownRenewalMs = (memberCertificateDays * 86_400_000) / 2

export interface LinkParts extends Omit<MemberDeps, 'issuer'>, Pick<Deps, 'sealer'> {
  readonly listen: { readonly host: string; readonly port: number }
  readonly links: NodeLinks
  /** The services for nodes, beside those of their membership. */
  readonly routes: (router: ConnectRouter) => void
  /** How long calls in progress have when this process stops, in milliseconds. */
  readonly drainMsMax?: number
}

export interface RunningLinks {
  readonly port: number
  stop(): Promise<void>
}

export async function startLinks(parts: LinkParts): Promise<RunningLinks> {
  const { clock, log, links, drainMsMax } = parts
  const authority = await ensureClusterAuthority(parts)
  const issuer = await openMemberIssuer(authority)
  const deps: MemberDeps = { ...parts, issuer }
  const renewOwn = () => issueOwn(issuer, clock.nowMs())
  const server = await startLinkServer({
    ...parts.listen,
    own: await renewOwn(),
    authority: authority.certificate,
    links,
    isMember: (caller) => isMember(parts, caller),
    serve: serveCallers({
      unauthenticated: joinRoutes(deps),
      nodes: (router) => {
        membershipRoutes(deps)(router)
        parts.routes(router)
      },
    }),
    log,
    ...(drainMsMax === undefined ? {} : { drainMsMax }),
  })
  const renewal = setInterval(() => {
    renewOwn().then(
      (own) => server.renew(own),
      (error: unknown) =>
        log.error({ event: 'link.certificate.failed', err: error }, 'failed to renew the certificate'),
    )
  }, ownRenewalMs)
  return {
    port: server.port,
    async stop() {
      clearInterval(renewal)
      await server.close()
    },
  }
}

/** A certificate for this process, with a key that no other one has. */
async function issueOwn(issuer: MemberIssuer, nowMs: number): Promise<Certified> {
  const { request, key } = await makeCertificateRequest()
  const { certificate } = await issuer.issue(request, { kind: 'control', nodeId: '' }, nowMs)
  return { certificate, key }
}

type Routes = (router: ConnectRouter) => void
type Serve = Parameters<typeof startLinkServer>[0]['serve']

/** Whoever has no certificate reaches nothing but a join. */
function serveCallers({
  unauthenticated,
  nodes,
}: {
  readonly unauthenticated: Routes
  readonly nodes: Routes
}): Serve {
  const callers = new WeakMap<object, LinkCaller>()
  const interceptors = [traceCallsIn]
  const forUnauthenticated = connectNodeAdapter(
    keepInterceptors(
      rejectMalformed({ routes: unauthenticated, interceptors, readMaxBytes: unauthenticatedBytesMax }),
    ),
  )
  const forNodes = connectNodeAdapter(
    keepInterceptors(
      rejectMalformed({
        routes: nodes,
        interceptors,
        readMaxBytes: linkMessageBytesMax,
        contextValues: (request: object) => {
          const caller = callers.get(request)
          return createContextValues().set(callerNodeId, caller?.nodeId).set(callerSerial, caller?.serial)
        },
      }),
    ),
  )
  return (request, response, caller) => {
    if (caller === undefined) return forUnauthenticated(request, response)
    callers.set(request, caller)
    forNodes(request, response)
  }
}
