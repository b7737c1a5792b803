import { expect, test } from 'vitest'
import { describeSnapshot, parseSnapshotFilter, parseSnapshotName } from './snapshot-name.ts'

test.each([
  ['app', { alias: 'app', tag: 'default' }],
  [' App:V1 ', { alias: 'app', tag: 'v1' }],
  ['team/app', { alias: 'app', tag: 'default' }],
  ['team/app:v1.2', { alias: 'app', tag: 'v1.2' }],
])('the name %j is %o', (input, name) => {
  expect(parseSnapshotName(input, 'team')).toEqual(name)
})

test.each([
  ['other/app', "namespace 'other' is not that of your team ('team')"],
  ['app:00000000-0000-4000-8000-000000000001', 'a tag must not be a build id'],
  ['', 'invalid template reference'],
  ['a b', 'invalid template reference'],
  ['app:', 'invalid template reference'],
  ['a:b:c', 'invalid template reference'],
  ['../x', 'invalid template reference'],
])('the name %j is refused', (input, sentence) => {
  expect(() => parseSnapshotName(input, 'team')).toThrow(sentence)
})

test('the id and the names of a snapshot carry the namespace of its team and its tag', () => {
  expect(describeSnapshot({ templateId: 'tpl', alias: 'app', tag: 'v1' }, 'team')).toEqual({
    snapshotId: 'team/app:v1',
    names: ['team/app:v1'],
  })
  expect(describeSnapshot({ templateId: 'tpl', alias: null, tag: 'default' }, 'team')).toEqual({
    snapshotId: 'tpl:default',
    names: [],
  })
})

test('a filter without a tag is for any tag, one with the default tag is for that one', () => {
  expect(parseSnapshotFilter('app', 'team')).toEqual({ name: 'app' })
  expect(parseSnapshotFilter('team/app:default', 'team')).toEqual({ name: 'app', tag: 'default' })
  expect(parseSnapshotFilter('app:v1', 'team')).toEqual({ name: 'app', tag: 'v1' })
  expect(parseSnapshotFilter('other/app', 'team')).toBeUndefined()
  expect(() => parseSnapshotFilter('a b', 'team')).toThrow('invalid template reference')
})
