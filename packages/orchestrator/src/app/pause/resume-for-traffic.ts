/**
 * Resumes a paused sandbox for an inbound request, when its lifecycle and the credential of the request allow it. Concurrent
 * calls share one resume: those behind the first find the sandbox running. On a single machine it does not depend on control;
 * in a cluster nothing is resumed without its consent.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { ServiceError } from '@cay/core/errors.ts'
import { trafficResumeSeconds } from '@cay/core/sandbox/lifecycle.ts'
import type { Claim } from '../../ports/record.ts'
import { checkStarts } from '../node/admit.ts'
import type { NodeContext } from '../node/node-context.ts'
import { acceptEpoch } from '../sandbox/run-command.ts'
import { type ResumeContext, type ResumedSandbox, resumeInTurn } from './resume-sandbox.ts'

export interface InboundRequest {
  readonly sandboxId: string
  readonly port: number
  /** The token of the request; empty when it has none. */
  readonly accessToken: string
}

/** Throws `sandbox_not_found`, `forbidden`, `quota_exceeded`, `node_unavailable`, and what a resume throws. */
export function resumeForTraffic(
  node: ResumeContext & Pick<NodeContext, 'consent'>,
  request: InboundRequest,
): Promise<ResumedSandbox> {
  const { sandboxId, port } = request
  return node.queue.run(sandboxId, async (preempted) => {
    const paused = node.registry.findPaused(sandboxId)
    const timeoutSeconds =
      paused === undefined
        ? 0
        : trafficResumeSeconds(
            { sandboxId, lifecycle: paused.claim.lifecycle, filesOnly: paused.filesOnly },
            { port, isTrusted: isTrusted(paused.claim, request) },
          )
    if (paused !== undefined) await askConsent(node, sandboxId)
    return await resumeInTurn(node, { sandboxId, timeoutSeconds, filesOnly: false }, preempted)
  })
}

async function askConsent(
  node: ResumeContext & Pick<NodeContext, 'consent'>,
  sandboxId: string,
): Promise<void> {
  checkStarts(node)
  const generation = node.registry.view(sandboxId)?.generation ?? 0n
  const admission = await node.consent.admitResume(sandboxId, generation)
  // Otherwise control would take the sandbox for the one of an earlier placement, and refuse its next pause.
  if (admission !== 'unanswered') return await acceptEpoch(node, { sandboxId, epoch: admission.epoch })
  // Another node may have resumed it, or be about to.
  if (node.lease.isMember)
    throw new ServiceError(
      'node_unavailable',
      `sandbox "${sandboxId}" stays paused: control does not answer whether it may be resumed here`,
    )
  node.log.warn(
    { event: 'sandbox.resume.unchecked', sandboxID: sandboxId },
    'resumed a sandbox without checking quotas: control is unavailable',
  )
}

function isTrusted({ accessToken }: Claim, request: InboundRequest): boolean {
  return accessToken === undefined || timingSafeEqual(sha256(accessToken), sha256(request.accessToken))
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
