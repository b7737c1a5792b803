import { expect, test } from 'vitest'
import { renderMemberUri } from '../cluster/member-uri.ts'
import { parseHop, proxyNodeId, renderHop } from './hop-header.ts'

const hop = {
  destination: { sandboxId: 'i1', port: 8000 },
  epoch: 2n ** 64n - 1n,
  client: 7,
  awaitsForwarding: true,
}

test('a hop is read as it was written', () => {
  expect(parseHop(renderHop(hop))).toEqual(hop)
  expect(parseHop(renderHop({ ...hop, awaitsForwarding: false }))?.awaitsForwarding).toBe(false)
})

test('nothing else is taken for a hop', () => {
  const forged = ['', 'i1', 'i1 8000 1 7', 'i1 0 1 7 0', 'i1 65536 1 7 0', 'I1 80 1 7 0', 'i1 80 -1 7 0']
  for (const text of [...forged, 'i1 80 1 7 0, i2 80 1 7 0', ' i1 80 1 7 0', 'i1 80 1 7 0\n'])
    expect(parseHop(text), JSON.stringify(text)).toBeUndefined()
})

test('a certificate names its node by one URI, and one of another use names none', () => {
  const own = renderMemberUri({ kind: 'proxy', nodeId: 'node-1.example' })
  expect(proxyNodeId(`URI:${own}`)).toBe('node-1.example')
  for (const names of [
    undefined,
    '',
    'DNS:n1',
    own,
    `URI:${renderMemberUri({ kind: 'node', nodeId: 'n1' })}`,
    `URI:${renderMemberUri({ kind: 'control', nodeId: '' })}`,
    `URI:${own}/x`,
    'URI:cay://node//proxy',
    `URI:${own}, URI:${renderMemberUri({ kind: 'proxy', nodeId: 'n2' })}`,
    `URI:${own}, DNS:host`,
    `DNS:host, URI:${own}`,
  ])
    expect(proxyNodeId(names), names ?? 'absent').toBeUndefined()
})
