import { denialLinesPerWindow, denialWindowMs } from '@cay/core/egress/denials.ts'
import { parseEgressPolicy } from '@cay/core/egress/policy.ts'
import { expect, it } from 'vitest'
import { Sandbox } from './sandbox.ts'

const denied = { protocol: 'tcp', address: '203.0.113.1', port: 80, name: '', rule: 'denyOut' } as const

it('what a sandbox brings about fills the log with so many lines a minute, refusals and all else together', () => {
  const sandbox = new Sandbox('a', { generation: 1n, address: '', policy: parseEgressPolicy([], []) })
  let lines = 0
  for (let port = 0; port < 200; port++) {
    if (sandbox.deny({ ...denied, port }, 0) !== undefined) lines += 1
    if (sandbox.takeLine(0)) lines += 1
  }
  expect(lines).toBe(denialLinesPerWindow)
  expect(sandbox.takeLine(denialWindowMs)).toBe(true)
})
