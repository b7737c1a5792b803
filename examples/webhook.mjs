// Receives webhooks and checks their signature: WEBHOOK_SECRET=… node examples/webhook.mjs
import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const secret = process.env.WEBHOOK_SECRET ?? ''
const seen = new Set()

function isGenuine(body, signature = '') {
  const expected = createHash('sha256').update(secret).update(body).digest('base64').replace(/=+$/, '')
  return (
    signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
  )
}

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  if (!isGenuine(body, request.headers['e2b-signature'])) return response.writeHead(401).end()
  const event = JSON.parse(body)
  // A delivery comes at least once: the id says which ones are known.
  if (!seen.has(event.id)) console.log(event.type, event.sandbox_id ?? '')
  seen.add(event.id)
  response.writeHead(204).end()
})
server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
  console.log(`listening on ${server.address().port}`)
})
