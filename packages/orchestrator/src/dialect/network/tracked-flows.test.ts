import { parseEgressPolicy } from '@cay/core/egress/policy.ts'
import { describe, expect, test } from 'vitest'
import { readRefusedFlows, refusedFlowsMax, selectRefused } from './tracked-flows.ts'

const answers = 'sport=9 dport=40000 mark=0 use=1'
const listing = `tcp      6 431999 ESTABLISHED src=10.0.0.2 dst=203.0.113.7 sport=40000 dport=443 src=10.0.0.1 ${answers}
udp      17 29 src=10.0.0.2 dst=203.0.113.7 sport=40000 dport=443 [UNREPLIED] src=203.0.113.7 dst=198.51.100.1 ${answers}
udp      17 119 src=10.0.0.2 dst=203.0.113.7 sport=40001 dport=443 src=203.0.113.7 dst=198.51.100.1 ${answers} [ASSURED]
udp      17 29 src=10.0.0.2 dst=203.0.113.8 sport=40000 dport=53 src=10.0.0.1 dst=10.0.0.2 ${answers}
udp      17 29 src=10.0.0.2 dst=203.0.113.9 sport=40000 dport=443 src=203.0.113.9 dst=203.0.113.7 ${answers}
icmp     1 29 src=10.0.0.2 dst=203.0.113.7 type=8 code=0 id=1 src=203.0.113.7 dst=198.51.100.1 type=0 code=0 id=1
unknown  253 599 src=10.0.0.2 dst=203.0.113.7 [UNREPLIED] src=203.0.113.7 dst=198.51.100.1 mark=0 use=1
`

describe('the flows that a policy refuses', () => {
  test('are those to denied addresses, but for TCP and DNS, which are not decided by packet rules', () => {
    const policy = parseEgressPolicy([], ['203.0.113.0/29', '203.0.113.8'])
    expect(readRefusedFlows(listing, policy)).toEqual([
      { protocol: '17', destination: '203.0.113.7' },
      { protocol: '1', destination: '203.0.113.7' },
      { protocol: '253', destination: '203.0.113.7' },
    ])
  })

  test('are none where nothing is denied, and none of an empty table', () => {
    expect(readRefusedFlows(listing, parseEgressPolicy([], []))).toEqual([])
    expect(readRefusedFlows('', parseEgressPolicy([], ['0.0.0.0/0']))).toEqual([])
  })

  test('are selected one by one, and all at once when they are many', () => {
    const flows = Array.from({ length: refusedFlowsMax + 1 }, (_, last) => ({
      protocol: '17',
      destination: `203.0.113.${last}`,
    }))
    const ofUdp = ['--family', 'ipv4', '--orig-src', '10.0.0.2', '--proto', '17']
    expect(selectRefused('10.0.0.2', flows.slice(0, 2))).toEqual([
      [...ofUdp, '--orig-dst', '203.0.113.0'],
      [...ofUdp, '--orig-dst', '203.0.113.1'],
    ])
    expect(selectRefused('10.0.0.2', flows)).toEqual([ofUdp])
  })
})
