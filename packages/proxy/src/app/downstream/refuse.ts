import { refuseForSandbox, type SandboxRefusal } from '@cay/core/routing/refusals.ts'
import { chooseReplyFormat } from '@cay/core/routing/reply-format.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { Downstream } from './downstream.ts'
import { sendLocalReply } from './send-local-reply.ts'

export function refuse(log: Logger, downstream: Downstream, refusal: SandboxRefusal): void {
  log.debug({ event: 'request.refused', refusal }, 'request refused')
  sendLocalReply(downstream, refuseForSandbox(refusal, chooseReplyFormat(downstream.request.rawHeaders)))
}
