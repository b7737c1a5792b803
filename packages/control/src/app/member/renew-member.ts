import { ServiceError } from '@cay/core/errors.ts'
import type { MemberIssuer } from '@cay/kit/certificates/members.ts'
import type { Deps } from '../deps.ts'
import { type IssuedCertificates, issueFor, type JoinRequest } from './join-node.ts'

export interface RenewDeps extends Pick<Deps, 'store' | 'clock'> {
  readonly issuer: MemberIssuer
}

/** Certificates for the node that calls with the certificate of this serial. Throws not_member for a former one. */
export async function renewMember(
  { store, clock, issuer }: RenewDeps,
  { nodeId, serial: held }: { readonly nodeId: string; readonly serial: string },
  request: Pick<JoinRequest, 'agentRequest' | 'proxyRequest'>,
): Promise<IssuedCertificates> {
  const { certificates, serial } = await issueFor(issuer, request, nodeId, clock.nowMs())
  if (!(await store.renewMember(nodeId, { held, issued: serial })))
    throw new ServiceError('not_member', `${nodeId} is no member of this cluster any more`)
  return certificates
}

/** Whether the certificate with this serial is the node's at present: the last one, or the one that it was issued to. */
export async function isMember(
  { store }: Pick<Deps, 'store'>,
  { nodeId, serial }: { readonly nodeId: string; readonly serial: string },
): Promise<boolean> {
  const member = await store.findMember(nodeId)
  return member !== undefined && (member.serial === serial || member.previousSerial === serial)
}
