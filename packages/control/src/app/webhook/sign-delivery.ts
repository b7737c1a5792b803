/**
 * The headers of a delivery, with two signatures of the body: that of the interface, which is a plain hash, and that of
 * Standard Webhooks, which is an HMAC.
 */
import { createHmac, hash } from 'node:crypto'

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
  const { key, encoding } = standardKey(secret)
  const hmac = createHmac('sha256', key, { encoding }).update(`${eventId}.${timestamp}.${body}`)
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
    const signature = hash('sha256', secret + body, 'base64url')
    if (!/[-_]/.test(signature)) return { body, signature }
  }
}

const standardPrefix = 'whsec_'

/**
 * Standard Webhooks writes keys as base64 behind a prefix; any other text is the key itself. As a text with its encoding,
 * because an HMAC with a buffer as its key takes five times as long.
 */
function standardKey(secret: string): { readonly key: string; readonly encoding: 'base64' | 'utf8' } {
  return secret.startsWith(standardPrefix)
    ? { key: secret.slice(standardPrefix.length), encoding: 'base64' }
    : { key: secret, encoding: 'utf8' }
}
