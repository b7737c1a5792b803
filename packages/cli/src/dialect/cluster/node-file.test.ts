import { expect, test } from 'vitest'
import { parseNodeFile, renderNodeFile, withNodeSettings } from './node-file.ts'

const node = {
  nodeId: 'n',
  name: 'one',
  domain: 'cay.example',
  blobsUrl: '',
  oidcIssuer: 'https://login.example',
}

test('what a machine learned when it joined are its settings, unless the environment names others', () => {
  expect(parseNodeFile(renderNodeFile(node))).toEqual(node)
  expect(withNodeSettings({}, node)).toEqual({
    CAY_DOMAIN: 'cay.example',
    CAY_OIDC_ISSUER: 'https://login.example',
  })
  expect(withNodeSettings({ CAY_DOMAIN: 'own.example' }, node).CAY_DOMAIN).toBe('own.example')
})

test('a file of an earlier version names no issuer', () => {
  const { oidcIssuer: _, ...earlier } = node
  expect(parseNodeFile(JSON.stringify(earlier))).toEqual({ ...node, oidcIssuer: '' })
})
