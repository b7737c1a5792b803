/** Files that builds copy: links that are good for one upload, and whose files are there for whom. */
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { limits } from '@cay/contract/limits.ts'
import { expect, test } from 'vitest'
import { request } from './control-build-requests.ts'
import { field, firstKey, secondKey, startWorld } from './control-world.ts'

test('files are uploaded under a link that is good for one archive of one team', async () => {
  const world = await startWorld()
  const { templateID } = await request(world, { name: 'app' })
  const hash = 'a'.repeat(64)
  const link = async () => {
    const reply = await world.call('GET', `/templates/${templateID}/files/${hash}`)
    expect(reply.status).toBe(201)
    return reply.body as { present: boolean; url: string }
  }
  const { present, url } = await link()
  expect(present).toBe(false)
  const put = (to: string) => fetch(to, { method: 'PUT', body: Buffer.from('an archive') })
  expect((await put(url)).status).toBe(200)
  expect((await link()).present).toBe(true)
  expect([...world.builder.files.values()].map(String)).toEqual(['an archive'])
  const other = (await link()).url
  expect((await put(other.replace(hash, 'b'.repeat(64)))).status).toBe(403)
  expect((await put(other.replace(/token=../, 'token=xx'))).status).toBe(403)
  expect((await put(other.replace(hash, '..%2f..'))).status).toBe(400)
  world.clock.skip(31 * 60_000)
  expect((await put(other)).status).toBe(403)
  expect((await world.call('GET', `/templates/${templateID}/files/xyz`)).status).toBe(400)
  const others = await world.call('GET', `/templates/${templateID}/files/${hash}`, { key: secondKey })
  const unknown = await world.call('GET', `/templates/${'x'.repeat(20)}/files/${hash}`)
  expect([others.status, unknown.status]).toEqual([404, 404])
})

/** A world, and what asks it for links to one archive. */
async function linking() {
  const world = await startWorld()
  const { templateID } = await request(world, { name: 'app' })
  const path = `/templates/${templateID}/files/${'a'.repeat(64)}`
  const link = async () => field((await world.call('GET', path)).body, 'url')
  const put = async (url: string, body: string) => {
    const answer = await fetch(url, { method: 'PUT', body: Buffer.from(body) })
    return [answer.status, await answer.text()]
  }
  const kept = () => [...world.builder.files.values()].map(String)
  return { world, link, put, kept }
}

test('an upload link takes one body, over a restart too, and others to the same archive are not used by it', async () => {
  const { world, link, put, kept } = await linking()
  const [first, second] = await Promise.all([link(), link()])
  expect(await put(first, 'one')).toEqual([200, ''])
  const refused = [403, expect.stringContaining('the upload link was used')]
  expect(await put(first, 'two')).toEqual(refused)
  await world.restart()
  const again = (url: string) => url.replace(/^http:..[^/]*/, world.url)
  expect(await put(again(first), 'two')).toEqual(refused)
  expect(kept()).toEqual(['one'])
  expect(await put(again(second), 'three')).toEqual([200, ''])
})

test('of two bodies at once an upload link takes one', async () => {
  const { link, put, kept } = await linking()
  const url = await link()
  const answers = await Promise.all([put(url, 'one'), put(url, 'two')])
  expect(answers.map(([status]) => status).sort()).toEqual([200, 403])
  expect(kept()).toEqual([answers[0]?.[0] === 200 ? 'one' : 'two'])
})

test('an upload that broke off, or that the node did not store, may be sent again under its link', async () => {
  const { world, link, put, kept } = await linking()
  const url = await link()
  const broken = httpRequest(url, { method: 'PUT', headers: { 'content-length': '100' } })
  broken.on('error', () => undefined)
  broken.write('half')
  const reached = Promise.withResolvers<void>()
  const store = world.builder.storeFiles.bind(world.builder)
  world.builder.storeFiles = async (head, bytes) => {
    world.builder.storeFiles = store
    reached.resolve()
    await store(head, bytes)
  }
  await reached.promise
  broken.destroy()
  world.builder.isAway = true
  expect((await put(url, 'whole'))[0]).toBe(503)
  world.builder.isAway = false
  expect(await put(url, 'whole')).toEqual([200, ''])
  expect(kept()).toEqual(['whole'])
})

test('an upload link with another method is 405 and says which it takes', async () => {
  const { link, kept } = await linking()
  const answer = await fetch(await link(), { method: 'POST', body: Buffer.from('an archive') })
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'PUT'])
  expect(await answer.json()).toMatchObject({ code: 405 })
  expect(kept()).toEqual([])
})

test('an upload that says it is larger than any may be is refused before it comes', async () => {
  const world = await startWorld()
  const { templateID } = await request(world, { name: 'app' })
  const { body } = await world.call('GET', `/templates/${templateID}/files/${'a'.repeat(64)}`)
  const { url } = body as { url: string }
  const headers = { 'content-length': String(limits.uploadBytesMax + 1) }
  const outgoing = httpRequest(url, { method: 'PUT', headers })
  outgoing.on('error', () => undefined)
  outgoing.write('the first of many')
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  outgoing.destroy()
  expect(response.statusCode).toBe(413)
  expect(world.builder.files.size).toBe(0)
})

test('files of one team are not there for another', async () => {
  const world = await startWorld()
  const ours = await request(world, { name: 'app' })
  const theirs = await request(world, { name: 'app' }, secondKey)
  const path = (templateID: string) => `/templates/${templateID}/files/${'a'.repeat(64)}`
  const { body } = await world.call('GET', path(ours.templateID))
  await fetch((body as { url: string }).url, { method: 'PUT', body: 'bytes' })
  expect((await world.call('GET', path(ours.templateID))).body).toMatchObject({ present: true })
  expect((await world.call('GET', path(theirs.templateID), { key: secondKey })).body).toMatchObject({
    present: false,
  })
})

test.each([
  ['api.cay.test:8443', 'https://api.cay.test:8443'],
  ['API.Cay.test:8443', 'https://API.Cay.test:8443'],
  ['api.cay.test', 'http://api.cay.test'],
  ['localhost:3000', 'http://localhost:3000'],
])('the link for a client of %s begins with %s', async (host, origin) => {
  const world = await startWorld({ domain: 'cay.test:8443' })
  const { templateID } = await request(world, { name: 'app' })
  const url = `${world.url}/templates/${templateID}/files/${'a'.repeat(64)}`
  const sent = httpRequest(url, { headers: { host, 'x-api-key': firstKey } }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const body = JSON.parse(Buffer.concat(await response.toArray()).toString()) as { url: string }
  expect(body.url.slice(0, body.url.indexOf('/templates/'))).toBe(origin)
})
