import { expect, test } from 'vitest'
import { hostileTexts } from '../../../../../test/support/hostile-text.ts'
import { isPlainWord, nameOrId } from './plain-word.ts'

test.each(['models', 'a/b:v1.2', 'i1d7f-x', '00000000-0000-4000-8000-000000000000', '_a', 'x'.repeat(255)])(
  '%j is completed',
  (name) => expect(isPlainWord(name)).toBe(true),
)

test.each([
  ...[
    '',
    ' ',
    'a b',
    '$(id)',
    '`id`',
    'a;id',
    'a|id',
    'a&id',
    'a>b',
    '~',
    '~root',
    '*',
    'a?',
    '[a]',
    '{a,b}',
    '!!',
    '#a',
    'a\\b',
  ],
  ...['"a', "'a", '-rf', '--force', '.', '../a', '/etc', '=a', '%1', 'ä', 'x'.repeat(256)],
  ...Object.values(hostileTexts),
])('%j is not completed', (name) => expect(isPlainWord(name)).toBe(false))

test('a name that looks like an option is passed on by its id', () => {
  expect(nameOrId('--force', 'v1')).toBe('v1')
  expect(nameOrId(null, 'v1')).toBe('v1')
  expect(nameOrId('models', 'v1')).toBe('models')
})
