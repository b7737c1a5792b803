/** The orchestrator may come late, go, and come back with another truth; traffic to living sandboxes goes on. */
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { openProxyWorld } from './proxy-world.ts'

describe('the orchestrator', () => {
  it('may start after the proxy', async () => {
    await using world = await openProxyWorld({}, { startOrchestrator: false })
    const sandbox = world.addSandbox()
    const port = await sandbox.serve((_, response) => response.end('here'))
    expect((await world.request({ sandbox, port })).status).toBe(502)
    await world.orchestrator.start()
    expect((await world.request({ sandbox, port })).body).toBe('here')
  })

  it('may restart: streams continue, new requests are served, and its updates are watched again', async () => {
    await using world = await openProxyWorld()
    const sandbox = world.addSandbox()
    let emit: (text: string) => void = () => undefined
    const port = await sandbox.serve((_, response) => {
      response.write('start ')
      emit = (text) => void response.write(text)
    })
    const quickPort = await sandbox.serve((_, response) => response.end('quick'))
    const client = await world.connect()
    client.send(`GET / HTTP/1.1\r\nHost: ${port}-${sandbox.id}.localhost\r\n\r\n`)
    await client.until(/start/)
    await world.orchestrator.stop()
    emit('while away ')
    await client.until(/while away/)
    expect((await world.request({ sandbox, port: quickPort })).body).toBe('quick')
    const streams = world.orchestrator.streams
    await world.orchestrator.start()
    await expect.poll(() => world.orchestrator.streams).toBeGreaterThan(streams)
    emit('after')
    await client.until(/after/)
    void world.orchestrator.end(sandbox.id)
    expect((await client.ended()).how).toBe('reset')
  })

  it('that lost a sandbox while it was down has the connections to it reset', async () => {
    await using world = await openProxyWorld()
    const lost = world.addSandbox()
    const kept = world.addSandbox()
    const port = await lost.serve((_, response) => void response.write('x-lost'))
    const keptPort = await kept.serve((_, response) => response.end('kept'))
    const client = await world.connect()
    client.send(`GET / HTTP/1.1\r\nHost: ${port}-${lost.id}.localhost\r\n\r\n`)
    await client.until(/x-lost/)
    await world.orchestrator.stop()
    await world.orchestrator.forget(lost.id)
    await world.orchestrator.start()
    expect((await client.ended()).how).toBe('reset')
    expect((await world.request({ sandbox: lost, port })).json()).toMatchObject({
      message: 'The sandbox was not found',
    })
    expect((await world.request({ sandbox: kept, port: keptPort })).body).toBe('kept')
  })
})

describe('SIGTERM', () => {
  it('stops the proxy gracefully, also with streams that never end', async () => {
    await using world = await openProxyWorld()
    const sandbox = world.addSandbox()
    const port = await sandbox.serve((_, response) => void response.write('endless'))
    const client = await world.connect()
    client.send(`GET / HTTP/1.1\r\nHost: ${port}-${sandbox.id}.localhost\r\n\r\n`)
    await client.until(/endless/)
    const exited = once(world.proxy, 'exit')
    world.proxy.kill('SIGTERM')
    expect((await client.ended()).how).toBe('reset')
    expect(await exited).toEqual([0, null])
  })
})
