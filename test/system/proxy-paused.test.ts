/** A sandbox is paused and resumed: what becomes of requests, and which of them bring it back. */
import { once } from 'node:events'
import { limits } from '@cay/contract/limits.ts'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { orchestratorError } from './proxy-node.ts'
import {
  autoResume,
  enter,
  head,
  sandbox,
  sandboxInPhases,
  secure,
  slowServer,
  world,
} from './proxy-phase-world.ts'
import { routing } from './proxy-world.ts'

sandboxInPhases()

describe('while a sandbox is paused', () => {
  it('a response that has begun is reset, a request without one gets an error, and nothing is found', async () => {
    const { port, nth } = await slowServer()
    const [begun, asked] = [await world.connect(), await world.connect()]
    begun.send(head('GET', port))
    const first = await nth(1)
    first.socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf')
    await begun.until(/half/)
    asked.send(head('GET', port))
    await nth(2)
    await enter('pausing')
    expect((await begun.ended()).how).toBe('reset')
    await asked.until(/^HTTP\/1.1 502 [\s\S]*The sandbox was paused while the request was in flight/)
    expect(await first.end).toBe('reset')
    for (const phase of ['pausing', 'paused'] as const) {
      enter(phase)
      const health = await world.request({ sandbox, port: limits.daemonPort, path: '/health' })
      expect(health.status).toBe(502)
      expect(health.json()).toEqual({
        sandboxId: sandbox.id,
        message: 'The sandbox was not found',
        code: 502,
      })
    }
    expect(world.orchestrator.resumes).toEqual([])
  })

  it('without memory, traffic does not resume it', async () => {
    await enter('paused', { ...autoResume, filesOnly: true })
    expect((await world.request({ sandbox, port: 80 })).status).toBe(502)
    expect(world.orchestrator.resumes).toEqual([])
  })

  it('traffic resumes it: any number of requests share the resume, and all get their own responses', async () => {
    const port = await sandbox.serve((request, response) => {
      request.resume().on('end', () => response.end(`${request.method} ${request.url}`))
    })
    await enter('paused', autoResume)
    const begun = Promise.withResolvers<void>()
    const restored = Promise.withResolvers<void>()
    world.orchestrator.onResume = async () => {
      await enter('resuming')
      begun.resolve()
      await restored.promise
      void enter('running')
    }
    const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']
    const answers = Array.from({ length: 50 }, (_, index) =>
      world.request({
        sandbox,
        port,
        method: methods[index % methods.length] ?? 'GET',
        path: `/${index}`,
      }),
    )
    await begun.promise
    const late = world.request({ sandbox, port, path: '/late' })
    restored.resolve()
    const bodies = (await Promise.all(answers)).map(({ body }) => body)
    expect(bodies).toEqual(bodies.map((_, index) => `${methods[index % methods.length]} /${index}`))
    expect((await late).body).toBe('GET /late')
    expect(world.orchestrator.resumes).toEqual([{ sandboxId: sandbox.id, port, accessToken: '' }])
  })

  it('a WebSocket resumes it', async () => {
    const port = await sandbox.serveWebSockets((socket) => socket.send('hello'))
    await enter('paused', autoResume)
    world.orchestrator.onResume = () => void enter('running')
    const socket = new WebSocket(`ws://127.0.0.1:${world.proxyPort}/`, { headers: routing(sandbox, port) })
    expect(String((await once(socket, 'message'))[0])).toBe('hello')
    socket.terminate()
  })

  it('a request during the pause waits for its end, and then resumes it', async () => {
    const port = await sandbox.serve((_, response) => response.end('back'))
    await enter('pausing', autoResume)
    world.orchestrator.onResume = () => void enter('running')
    const answer = world.request({ sandbox, port })
    await world.untilCurrent()
    expect(world.orchestrator.resumes).toEqual([])
    await enter('paused')
    expect((await answer).body).toBe('back')
  })

  it('a pause that failed lets pending requests through', async () => {
    const port = await sandbox.serve((_, response) => response.end('still here'))
    await enter('pausing', autoResume)
    const answer = world.request({ sandbox, port })
    await world.untilCurrent()
    await enter('running')
    expect((await answer).body).toBe('still here')
  })

  it('the access token of envd goes to the orchestrator, which may refuse it', async () => {
    const port = limits.daemonPort
    await sandbox.serve((_, response) => response.writeHead(204).end(), port)
    await enter('paused', autoResume)
    world.orchestrator.onResume = ({ accessToken }) => {
      if (accessToken !== 'right') throw orchestratorError('PermissionDenied', 'no')
      void enter('running')
    }
    const denied = await world.request({ sandbox, port, path: '/health' })
    expect(denied.status).toBe(403)
    expect(denied.json()).toEqual({
      sandboxId: sandbox.id,
      message: 'The sandbox is paused and cannot be resumed with these credentials',
      code: 403,
    })
    const signed = await world.request({ sandbox, port, path: '/files?path=a&signature=v1_x' })
    expect(signed.status).toBe(403)
    const headers = { 'X-Access-Token': 'right' }
    expect((await world.request({ sandbox, port, path: '/health', headers })).status).toBe(204)
  })

  it('a private one is resumed only with its traffic token', async () => {
    const port = await sandbox.serve((_, response) => response.end('back'))
    await enter('paused', { ...autoResume, ...secure })
    world.orchestrator.onResume = () => void enter('running')
    for (const headers of [{}, { 'E2B-Traffic-Access-Token': 'wrong' }]) {
      expect((await world.request({ sandbox, port, headers })).status).toBe(403)
    }
    expect(world.orchestrator.resumes).toEqual([])
    const headers = { 'E2B-Traffic-Access-Token': 'secret' }
    expect((await world.request({ sandbox, port, headers })).body).toBe('back')
  })

  it.each<[Parameters<typeof orchestratorError>[0], number, string]>([
    ['NotFound', 502, 'The sandbox was not found'],
    ['ResourceExhausted', 429, 'no room on the orchestrator'],
    [
      'FailedPrecondition',
      502,
      'The sandbox is paused and could not be resumed: no room on the orchestrator',
    ],
  ])('a resume that the orchestrator answers with %s', async (code, status, message) => {
    await enter('paused', autoResume)
    world.orchestrator.onResume = () => {
      throw orchestratorError(code, 'no room on the orchestrator')
    }
    const answer = await world.request({ sandbox, port: 80 })
    expect(answer.status).toBe(status)
    expect(answer.json()).toMatchObject({ sandboxId: sandbox.id, message, code: status })
  })

  it('a resume that the orchestrator cannot serve now is requested again', async () => {
    const port = await sandbox.serve((_, response) => response.end('back'))
    await enter('paused', autoResume)
    world.orchestrator.onResume = () => {
      if (world.orchestrator.resumes.length < 2) throw orchestratorError('Aborted', 'busy')
      void enter('running')
    }
    expect((await world.request({ sandbox, port })).body).toBe('back')
  })

  it('a sandbox that ends while a request waits is not found', async () => {
    await enter('resuming', autoResume)
    const answer = world.request({ sandbox, port: 80 })
    await world.untilCurrent()
    void world.orchestrator.end(sandbox.id)
    expect((await answer).status).toBe(502)
  })
})
