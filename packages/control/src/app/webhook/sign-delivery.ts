/**
 * The headers of a delivery, with two signatures of the body: that of the interface, which is a plain hash, and that of
 * Standard Webhooks, which is an HMAC.
 */
import { createHash, createHmac } from 'node:crypto'

export interface SignedDelivery {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

export interface DeliveryFacts {
  readonly webhookId: string
  readonly deliveryId: string
  readonly eventId: string
  readonly secret: string
  readonly body: string
  readonly nowMs: number
}

export function signDelivery({
  webhookId,
  deliveryId,
  eventId,
  secret,
  ...facts
}: DeliveryFacts): SignedDelivery {
  const { body, signature } = signPlain(secret, facts.body)
  const timestamp = String(Math.floor(facts.nowMs / 1000))
  const hmac = createHmac('sha256', standardKey(secret)).update(`${eventId}.${timestamp}.${body}`)
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'cay-webhooks',
      'e2b-webhook-id': webhookId,
      'e2b-delivery-id': deliveryId,
      'e2b-signature-version': 'v1',
      'e2b-signature': signature,
      'webhook-id': eventId,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${hmac.digest('base64')}`,
    },
  }
}

/**
 * Base64 of SHA-256 of secret and body, without padding. Receivers exist for both alphabets of base64, because both were
 * documented. So spaces are added behind the JSON until the signature is the same in both: three on average.
 */
function signPlain(secret: string, json: string): { readonly body: string; readonly signature: string } {
  for (let body = json; ; body += ' ') {
    const signature = createHash('sha256').update(secret).update(body).digest('base64url')
    if (!/[-_]/.test(signature)) return { body, signature }
  }
}

const standardPrefix = 'whsec_'

/** Standard Webhooks writes keys as base64 behind a prefix; any other text is the key itself. */
function standardKey(secret: string): Buffer {
  return secret.startsWith(standardPrefix)
    ? Buffer.from(secret.slice(standardPrefix.length), 'base64')
    : Buffer.from(secret)
}
