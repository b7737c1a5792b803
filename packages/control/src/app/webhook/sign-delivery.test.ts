import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { signDelivery } from './sign-delivery.ts'

const facts = { webhookId: 'w', deliveryId: 'd', eventId: 'e', nowMs: 1_700_000_000_999 }

it('both signatures hold for the bytes that are sent, in either alphabet of base64', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 8 }), fc.json(), (secret, json) => {
      const { body, headers } = signDelivery({ ...facts, secret, body: json })
      expect(JSON.parse(body)).toEqual(JSON.parse(json))
      for (const alphabet of ['base64', 'base64url'] as const) {
        const plain = createHash('sha256')
          .update(secret + body)
          .digest(alphabet)
        expect(headers['e2b-signature']).toBe(plain.replace(/=+$/, ''))
      }
      if (secret.startsWith('whsec_')) return
      const hmac = createHmac('sha256', secret).update(`e.1700000000.${body}`).digest('base64')
      expect(headers['webhook-signature']).toBe(`v1,${hmac}`)
    }),
  )
})

it('the key of Standard Webhooks is base64 behind its prefix', () => {
  const key = Buffer.alloc(32, 7)
  const { body, headers } = signDelivery({
    ...facts,
    secret: `whsec_${key.toString('base64')}`,
    body: '{}',
  })
  const hmac = createHmac('sha256', key).update(`e.1700000000.${body}`).digest('base64')
  expect(headers).toMatchObject({
    'e2b-webhook-id': 'w',
    'e2b-delivery-id': 'd',
    'e2b-signature-version': 'v1',
    'webhook-id': 'e',
    'webhook-timestamp': '1700000000',
    'webhook-signature': `v1,${hmac}`,
  })
})
