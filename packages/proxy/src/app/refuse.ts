import { refuseForSandbox, type SandboxRefusal } from '@cay/core/routing/refusals.ts'
import { chooseReplyForm } from '@cay/core/routing/reply-form.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { Client } from './client.ts'
import { sendReply } from './send-reply.ts'

export function refuse(log: Logger, client: Client, refusal: SandboxRefusal): void {
  log.debug({ refusal }, 'refused')
  sendReply(client, refuseForSandbox(refusal, chooseReplyForm(client.request.rawHeaders)))
}
