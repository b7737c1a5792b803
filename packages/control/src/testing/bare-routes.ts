/** A bare server of the same framework that returns fixed bytes for each path, as a baseline for benches. */
import { fastify } from 'fastify'

export async function serveBytes(answers: Readonly<Record<string, string>>): Promise<string> {
  const app = fastify()
  for (const [path, text] of Object.entries(answers)) {
    const bytes = Buffer.from(text)
    app.get(path, async (_, reply) => reply.type('application/json; charset=utf-8').send(bytes))
  }
  return await app.listen({ host: '127.0.0.1', port: 0 })
}
