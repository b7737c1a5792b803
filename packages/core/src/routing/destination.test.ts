import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolveDestination } from './destination.ts'

const ofHost = (host: string, ...more: string[]) => resolveDestination(['Host', host, ...more])
const destination = (sandboxId: string, port: number) => ({
  kind: 'resolved',
  destination: { sandboxId, port },
})
const refused = (reason: string) => ({ kind: 'refused', reason })
const routing = ['E2b-Sandbox-Id', 'abc', 'E2b-Sandbox-Port', '8000']

describe('the host', () => {
  it.each([
    ['8000-abc.example.com', 'abc', 8000],
    ['8000-abc.localhost:3002', 'abc', 8000],
    ['49983-i1x2.sub.example.com:443', 'i1x2', 49983],
    ['8000-abc-6532622b.example.com', 'abc', 8000],
    ['8000-abc.LOCALHOST.', 'abc', 8000],
  ])('%s names sandbox and port', (host, id, port) => {
    expect(ofHost(host)).toEqual(destination(id, port))
  })

  it.each([
    ['localhost', 'host_invalid'],
    ['127.0.0.1:3002', 'host_invalid'],
    ['[::1]:3002', 'host_invalid'],
    ['8000-abc', 'host_invalid'],
    ['abc.example.com', 'host_invalid'],
    ['', 'host_invalid'],
    ['8000-abc.example.com/x', 'host_invalid'],
    ['user@8000-abc.example.com', 'host_invalid'],
    ['8000-abc.example.com:80:80', 'host_invalid'],
    ['8000-abc.example.com:x', 'host_invalid'],
    ['8000-abc .example.com', 'host_invalid'],
    ['8000-abc%2e.example.com', 'host_invalid'],
    ['8000-ABC.example.com', 'sandbox_id_invalid'],
    ['8000-a_c.example.com', 'sandbox_id_invalid'],
    ['8000-.example.com', 'sandbox_id_invalid'],
    ['http-abc.example.com', 'port_invalid'],
    ['-abc.example.com', 'port_invalid'],
    ['0-abc.example.com', 'port_invalid'],
    ['65536-abc.example.com', 'port_invalid'],
    ['1e3-abc.example.com', 'port_invalid'],
    ['0x50-abc.example.com', 'port_invalid'],
  ])('%j is refused', (host, reason) => {
    expect(ofHost(host)).toEqual(refused(reason))
  })

  it('must be present exactly once', () => {
    expect(resolveDestination([])).toEqual(refused('host_invalid'))
    expect(ofHost('8000-abc.localhost', 'host', '8000-xyz.localhost')).toEqual(refused('host_invalid'))
  })

  it('wins over routing headers where it names a sandbox', () => {
    expect(ofHost('9000-own.example.com', ...routing)).toEqual(destination('own', 9000))
    expect(ofHost('9000-own.localhost', ...routing)).toEqual(destination('own', 9000))
  })

  it('is not overridden by headers on a name that is not shared', () => {
    expect(ofHost('api.example.com', ...routing)).toEqual(refused('host_invalid'))
    expect(ofHost('notlocalhost', ...routing)).toEqual(refused('host_invalid'))
  })
})

describe('the routing headers', () => {
  const everywhere = ['localhost', 'LOCALHOST:3002', 'localhost.', '127.0.0.1:3002', '[::1]:3002', '10.1.2.3']

  it.each<[string, string | undefined]>([
    ...everywhere.map((host): [string, undefined] => [host, undefined]),
    ...everywhere.map((host): [string, string] => [host, 'cay.example']),
    ['sandbox.localhost:3002', undefined],
    ['Cay.Example', 'cay.example'],
    ['cay.example:443', 'cay.example'],
    ['sandbox.cay.example', 'cay.example'],
    ['SANDBOX.cay.example.:443', 'cay.example'],
  ])('are read on the shared host %s with the domain %s', (host, domain) => {
    expect(resolveDestination(['Host', host, ...routing], domain)).toEqual(destination('abc', 8000))
  })

  it.each<[string, string | undefined]>([
    ['sandbox.example.com', undefined],
    ['sandbox.localhost.example.com', undefined],
    ['cay.example', undefined],
    ['sandbox.example.com', 'cay.example'],
    ['sandbox.localhost', 'cay.example'],
    ['sandbox.cay.example.evil.example', 'cay.example'],
    ['sandbox.sandbox.cay.example', 'cay.example'],
    ['evil-sandbox.cay.example', 'cay.example'],
    ['api.cay.example', 'cay.example'],
    ['evilcay.example', 'cay.example'],
    ['sandbox.', undefined],
    ['sandbox.', 'cay.example'],
  ])('are ignored on %s with the domain %s, which is a foreign name', (host, domain) => {
    expect(resolveDestination(['Host', host, ...routing], domain)).toMatchObject({ kind: 'refused' })
  })

  it.each(['E2b', 'e2b', 'E2B', 'Cay', 'Service'])('are read with the prefix %s', (prefix) => {
    const pair = [`${prefix}-Sandbox-Id`, 'abc', `${prefix}-Sandbox-Port`, '8000']
    expect(ofHost('localhost', ...pair)).toEqual(destination('abc', 8000))
  })

  it.each([
    [['E2b-Sandbox-Id', 'abc'], 'header_missing'],
    [['E2b-Sandbox-Port', '8000'], 'header_missing'],
    [['E2b-Sandbox-Id', '', 'E2b-Sandbox-Port', '8000'], 'header_missing'],
    [['E2b-Sandbox-Id', 'abc', 'Cay-Sandbox-Port', '8000'], 'header_missing'],
    [['E2b-Sandbox-Id', 'A', 'E2b-Sandbox-Port', '8000'], 'sandbox_id_invalid'],
    [['E2b-Sandbox-Id', 'a/../b', 'E2b-Sandbox-Port', '8000'], 'sandbox_id_invalid'],
    [['E2b-Sandbox-Id', 'a', 'E2b-Sandbox-Id', 'b', 'E2b-Sandbox-Port', '8000'], 'sandbox_id_invalid'],
    [['E2b-Sandbox-Id', 'abc', 'E2b-Sandbox-Port', '80a'], 'port_invalid'],
    [['E2b-Sandbox-Id', 'abc', 'E2b-Sandbox-Port', '-80'], 'port_invalid'],
    [['E2b-Sandbox-Id', 'abc', 'E2b-Sandbox-Port', '65536'], 'port_invalid'],
  ])('%j are refused', (headers, reason) => {
    expect(ofHost('localhost', ...headers)).toEqual(refused(reason))
  })
})

describe('any input', () => {
  it('resolves to a valid destination or a refusal', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (host, more) => {
        const decision = ofHost(host, ...more)
        if (decision.kind === 'refused') return
        expect(decision.destination.sandboxId).toMatch(/^[a-z0-9]+$/)
        expect(decision.destination.port).toBeGreaterThanOrEqual(1)
        expect(decision.destination.port).toBeLessThanOrEqual(65535)
      }),
    )
  })

  it('that was built from a destination resolves to it, by host and by headers', () => {
    const id = fc.stringMatching(/^[a-z0-9]{1,30}$/)
    fc.assert(
      fc.property(id, fc.integer({ min: 1, max: 65535 }), (sandboxId, port) => {
        expect(ofHost(`${port}-${sandboxId}.example.com`)).toEqual(destination(sandboxId, port))
        const headers = ['Cay-Sandbox-Id', sandboxId, 'Cay-Sandbox-Port', String(port)]
        expect(ofHost('localhost', ...headers)).toEqual(destination(sandboxId, port))
      }),
    )
  })
})
