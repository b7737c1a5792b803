import type { Sealer } from '../../ports/host.ts'
import type { WebhookRecord } from '../../ports/webhook.ts'

/** Throws when the secret was not sealed for this webhook. */
export function openWebhookSecret(
  { sealer }: { readonly sealer: Sealer },
  { webhookId, sealedSecret }: Pick<WebhookRecord, 'webhookId' | 'sealedSecret'>,
): string {
  return sealer.open(sealedSecret, purposeOf(webhookId))
}

/** What the secret is sealed for. */
export function purposeOf(webhookId: string): string {
  return `signature secret of webhook ${webhookId}`
}
