/**
 * Whatever comes in, the answer is one of the document and never a fault. `CAY_FUZZ_RUNS=100000` looks for longer; a
 * failure prints the seed that repeats it.
 */
import { Agent, request as httpRequest } from 'node:http'
import { document } from '@cay/contract/gen/control/document.js'
import { limits } from '@cay/contract/limits.ts'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { adminToken, field, firstKey, startWorld, type World } from './control-world.ts'
import { extremeRequests } from './fuzz/extremes.ts'
import { anyRequest, type FuzzRequest, type Living } from './fuzz/requests.ts'

/** Enough to meet each operation many times, few enough for every test run. */
const runs = Number(process.env.CAY_FUZZ_RUNS ?? 800)
/** Milliseconds that one request may take on average, on a busy machine. */
const requestMsMax = 200
/** Milliseconds for some thousand requests, which nobody measures. */
const extremesMsMax = 300_000
/** Requests at once. */
const askersMax = 8

const agent = new Agent({ keepAlive: true })
afterAll(() => agent.destroy())

interface FuzzResponse {
  readonly status: number
  readonly body: string
}

test('whatever comes in, the answer is one of the document and never a fault', {
  timeout: runs * requestMsMax,
}, async () => {
  const world = await startWorld()
  world.node.room = Number.POSITIVE_INFINITY
  const living = await populate(world)
  let sandboxId = await world.create()
  const met = new Set<string>()
  await fc.assert(
    fc.asyncProperty(anyRequest(living), async (request) => {
      const target = request.target.replace(livingId, sandboxId)
      const { status, body } = await send(world, { ...request, target })
      if (request.operation === 'killSandbox' && status === 204)
        sandboxId = await createBeyondLimits(world, living)
      met.add(request.operation)
      expect(status).toBeLessThan(500)
      if (status < 400) return
      // A team that is given limits is refused with the name of the trouble beside it.
      const { error_code: trouble = '', ...error } = JSON.parse(body)
      expect(error).toEqual({ code: status, message: expect.stringMatching(/./) })
      expect(trouble).toMatch(/^[a-z_]*$/)
    }),
    { numRuns: runs },
  )
  const operations = Object.values(document.paths as object).flatMap((item) => Object.values(item as object))
  expect(met.size).toBeGreaterThan(operations.length / 2)
})

test('no number, cursor or instant is too great or too small for anything but a refusal', {
  timeout: extremesMsMax,
}, async () => {
  const world = await startWorld({ isOverWire: true })
  world.node.room = Number.POSITIVE_INFINITY
  const living = await populate(world)
  const sandboxId = await world.create({ timeout: 3600 })
  const requests = extremeRequests(living)
  expect(requests.length).toBeGreaterThan(1000)
  const faults: string[] = []
  const askAll = async () => {
    for (let request = requests.pop(); request !== undefined; request = requests.pop()) {
      const { status, body } = await send(world, {
        ...request,
        target: request.target.replace(livingId, sandboxId),
      })
      if (status >= 500) faults.push(`${request.method} ${request.target} ${request.body}: ${status} ${body}`)
    }
  }
  await Promise.all(Array.from({ length: askersMax }, askAll))
  expect(faults).toEqual([])
})

test('a body of 16 MiB is read, and one byte more is refused, on every route that takes one', async () => {
  const world = await startWorld()
  const targets = ['/v2/sandboxes', '/secrets', '/sandboxes/ia/fork', '/v3/templates', '/sandboxes/ia/pause']
  const padded = (size: number) => Buffer.from(`${' '.repeat(size - 2)}{}`)
  for (const target of targets) {
    const request = { operation: '', isAdmin: false, method: 'POST', target, contentType: 'application/json' }
    const fits = await send(world, { ...request, body: padded(limits.requestBodyBytesMax) })
    expect([target, [400, 404].includes(fits.status)]).toEqual([target, true])
    const over = await send(world, { ...request, body: padded(limits.requestBodyBytesMax + 1) })
    expect([target, over.status, JSON.parse(over.body)]).toMatchObject([target, 413, { code: 413 }])
  }
})

/** Stands for a sandbox that lives whenever it is asked for. */
const livingId = 'LIVING'

/** Something of every kind, so that requests get further than to the door. */
async function populate(world: World): Promise<Living> {
  const ids = [await world.create({ timeout: 3600 }), await world.create({ timeout: 3600 })]
  await world.call('POST', `/sandboxes/${ids[1]}/pause`)
  const built = await world.call('POST', '/v3/templates', { body: { name: 'own' } })
  const snapshot = await world.call('POST', `/sandboxes/${ids[0]}/snapshots`, { body: { name: 'shot' } })
  await world.call('POST', '/secrets', { body: { name: 'secret', value: 'x' } })
  const key = await world.call('POST', '/api-keys', { body: { name: 'other' } })
  const [team] = (await world.call('GET', '/teams')).body as [object]
  return {
    sandboxID: [livingId, ...ids],
    templateID: [field(built.body, 'templateID'), 'own', 'base', field(snapshot.body, 'snapshotID')],
    buildID: [field(built.body, 'buildID')],
    alias: ['own', 'base'],
    secretID: ['secret'],
    apiKeyID: [field(key.body, 'id')],
    teamID: [field(team, 'teamID')],
  }
}

/** A request before it may have given the team limits that leave no room for another sandbox. */
async function createBeyondLimits(world: World, { teamID }: Living): Promise<string> {
  const asAdmin = { key: null, headers: { 'x-admin-token': adminToken } }
  const names = ['runningSandboxes', 'cpus', 'memoryMB', 'diskMB', 'volumeMB', 'requestsPerMinute']
  const body = Object.fromEntries(names.map((name) => [name, null]))
  const path = `/admin/teams/${teamID?.[0]}`
  expect(await world.call('PATCH', path, { ...asAdmin, body })).toMatchObject({ status: 200 })
  return await world.create()
}

/** The path goes as it is: other clients would mend it. */
function send(
  { url }: World,
  { isAdmin, method, target, contentType, body }: FuzzRequest,
): Promise<FuzzResponse> {
  const { hostname, port } = new URL(url)
  const credential = isAdmin ? { 'x-admin-token': adminToken } : { 'x-api-key': firstKey }
  const headers = {
    ...credential,
    ...(contentType === undefined ? {} : { 'content-type': contentType }),
    ...(body === undefined ? {} : { 'content-length': body.length }),
  }
  const { promise, resolve, reject } = Promise.withResolvers<FuzzResponse>()
  const sent = httpRequest({ agent, hostname, port, method, path: target, headers }, async (response) => {
    try {
      const pieces: Buffer[] = []
      for await (const piece of response) pieces.push(piece as Buffer)
      resolve({ status: response.statusCode ?? 0, body: Buffer.concat(pieces).toString() })
    } catch (error) {
      reject(error)
    }
  })
  sent.on('error', reject)
  sent.end(body)
  return promise
}
