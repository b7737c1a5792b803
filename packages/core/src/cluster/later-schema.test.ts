import { expect, test } from 'vitest'
import { decideSchemaUse } from './later-schema.ts'

const own = ['001-first', '002-nodes', '003-volumes']

test.each([
  ['an empty database', []],
  ['an older one', ['001-first']],
  ['its own', own],
])('a version migrates %s', (_, applied) => {
  expect(decideSchemaUse(own, applied)).toEqual({ kind: 'migrate' })
})

test.each([
  ['has added to it', ['004-labels', '005-zones']],
  ['took away what this one does not use', ['004-labels', '005-contract-since-003-drop-node-names']],
])('it runs beside a later version that %s', (_, later) => {
  expect(decideSchemaUse(own, [...own, ...later])).toEqual({ kind: 'use' })
})

test.each([
  ['takes away what this one uses', '005-contract-since-004-drop-node-ids'],
  ['takes away and does not say what', '005-contract-drop-node-ids'],
  ['is named in another way', 'drop-node-ids'],
])('it refuses a schema whose migration %s', (_, name) => {
  expect(decideSchemaUse(own, [...own, '004-labels', name])).toEqual({ kind: 'refuse', name })
})

test('it refuses a schema that another line of versions has made', () => {
  expect(decideSchemaUse(own, ['001-first', '002-nodes', '004-labels'])).toEqual({
    kind: 'refuse',
    name: '004-labels',
  })
  expect(decideSchemaUse(own, [...own, '002-others'])).toEqual({ kind: 'refuse', name: '002-others' })
})
