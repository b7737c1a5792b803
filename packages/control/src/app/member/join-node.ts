/** Makes a machine a node of the cluster, or says in one sentence why not. */
import { createHash } from 'node:crypto'
import { type ClusterTraits, refuseMachine } from '@cay/core/cluster/check-machine.ts'
import { isNodeId } from '@cay/core/cluster/member-uri.ts'
import { ServiceError } from '@cay/core/errors.ts'
import { keyOfRequest, type MemberIssuer } from '@cay/kit/certificates/members.ts'
import type { Deps } from '../deps.ts'
import { findJoinToken } from './join-tokens.ts'

export interface JoinRequest {
  readonly tokenId: string
  readonly secret: string
  readonly name: string
  /** PKCS #10, PEM. */
  readonly agentRequest: string
  readonly proxyRequest: string
  readonly version: string
  readonly arch: string
  readonly cpuFeatures: readonly string[]
  readonly clockMs: number
}

export interface JoinDeps extends Pick<Deps, 'store' | 'clock' | 'log' | 'randomBytes'> {
  readonly issuer: MemberIssuer
  readonly readTraits: () => Promise<Omit<ClusterTraits, 'nowMs'>>
}

export interface IssuedCertificates {
  readonly authority: string
  readonly agent: string
  readonly proxy: string
}

const idBytes = 6

export async function joinNode(
  deps: JoinDeps,
  request: JoinRequest,
): Promise<{ readonly nodeId: string; readonly certificates: IssuedCertificates }> {
  const { store, clock, log, issuer } = deps
  const nowMs = clock.nowMs()
  const { tokenId, nodeId: named } = await findJoinToken(deps, request)
  const { name } = request
  if (!isNodeId(name))
    throw new ServiceError(
      'request_invalid',
      `${JSON.stringify(name)} is no name for a node: it has lower-case letters, digits, dots and dashes; --name sets another`,
    )
  const refusal = refuseMachine(request, { ...(await deps.readTraits()), nowMs })
  if (refusal !== undefined) throw new ServiceError('machine_refused', refusal)
  const keyHash = createHash('sha256')
    .update(await keyOfRequest(request.agentRequest))
    .digest('hex')
  // The same for the same key: a join whose answer was lost can be repeated.
  const nodeId = named ?? `n${keyHash.slice(0, 2 * idBytes)}`
  const { certificates, serial } = await issueFor(issuer, request, nodeId, nowMs)
  const outcome = await store.joinMember({ tokenId, keyHash, nodeId, name, serial, nowMs })
  if (outcome === 'token_used')
    throw new ServiceError(
      'credential_unknown',
      'the token was used already: `cay cluster token` makes another one',
    )
  if (outcome === 'name_taken')
    throw new ServiceError(
      'already_exists',
      `a node of this cluster is named ${name} already: --name sets another name`,
    )
  log.info({ event: 'node.joined', nodeId, name }, 'a node joined')
  return { nodeId, certificates }
}

export async function issueFor(
  issuer: MemberIssuer,
  { agentRequest, proxyRequest }: Pick<JoinRequest, 'agentRequest' | 'proxyRequest'>,
  nodeId: string,
  nowMs: number,
): Promise<{ readonly certificates: IssuedCertificates; readonly serial: string }> {
  const agent = await issuer.issue(agentRequest, { kind: 'node', nodeId }, nowMs)
  const proxy = await issuer.issue(proxyRequest, { kind: 'proxy', nodeId }, nowMs)
  const certificates = { authority: issuer.authority, agent: agent.certificate, proxy: proxy.certificate }
  return { certificates, serial: agent.serial }
}
