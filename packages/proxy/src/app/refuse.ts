import { refuseForSandbox, type SandboxRefusal } from '@cay/core/routing/refusals.ts'
import { chooseReplyFormat } from '@cay/core/routing/reply-format.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { Client } from './client.ts'
import { sendLocalReply } from './send-local-reply.ts'

export function refuse(log: Logger, client: Client, refusal: SandboxRefusal): void {
  log.debug({ refusal }, 'refused')
  sendLocalReply(client, refuseForSandbox(refusal, chooseReplyFormat(client.request.rawHeaders)))
}
