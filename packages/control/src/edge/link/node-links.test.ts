import { expect, test } from 'vitest'
import { NodeLinks } from './node-links.ts'

test('the transports of nodes that were removed are kept for ever', () => {
  const links = new NodeLinks()
  const [stays, gone] = [links.transportOf('stays'), links.transportOf('gone')]
  links.retain(new Set(['stays']))
  expect(links.transportOf('stays')).toBe(stays)
  expect(links.transportOf('gone')).not.toBe(gone)
})
