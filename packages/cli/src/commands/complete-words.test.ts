import { expect, test } from 'vitest'
import { addAllTables } from './all-tables.ts'
import { createProgram } from './commands.ts'
import { completeWords } from './complete-words.ts'
import type { VerbLoaders } from './tables.ts'

const facts = { version: '0.0.0', recipes: () => [] }
const { program } = createProgram(facts, {} as VerbLoaders, addAllTables)

/** The source of the candidates, or what they are. */
function complete(line: string): unknown {
  const completion = completeWords(program, line.split(' '))
  return completion.kind === 'source' ? completion.source : completion.candidates.map(({ value }) => value)
}

test.each([
  ['sandbox info ', 'sandboxes'],
  ['sandbox kill i1 ', 'sandboxes'],
  ['sandbox cp ', 'sandboxes'],
  ['sandbox exec ', 'sandboxes'],
  ['run --rm -m a=b ', 'templates'],
  ['sandbox create -v ', 'volumes'],
  ['template delete a ', 'templates'],
  ['volume rm a ', 'volumes'],
  ['webhook redeliver ', 'webhooks'],
  ['key rename ', 'keys'],
  ['secret update ', 'secrets'],
  ['node drain ', 'nodes'],
  ['profile use ', 'profiles'],
  ['--profile ', 'profiles'],
])('behind "%s" stand %s', (line, source) => {
  expect(complete(line)).toBe(source)
})

test('a name that is new has no candidates', () => {
  for (const line of ['secret create ', 'profile add ', 'volume create ', 'key create '])
    expect(complete(line)).toEqual([])
})

test('of an option that has few values they are the candidates', () => {
  expect(complete('sandbox list --state ')).toEqual(['running', 'paused'])
  expect(complete('sandbox list -o ')).toEqual(['json', 'yaml', 'name', 'wide'])
  expect(complete('completion ')).toEqual(['bash', 'zsh', 'fish'])
})

test('verbs and options that are hidden are no candidates', () => {
  expect(complete('')).toContain('sandbox')
  expect(complete('')).not.toContain('__complete')
  expect(complete('up --')).toContain('--detach')
  expect(complete('up --')).not.toContain('--steps-before')
})

test('behind `cay --profile NAME` the ids of another installation were completed', () => {
  for (const words of [['--profile', 'office'], ['--profile=office']])
    expect(completeWords(program, [...words, 'sandbox', 'info', ''])).toEqual({
      ...{ kind: 'source', source: 'sandboxes', profile: 'office' },
    })
  expect(completeWords(program, ['sandbox', 'info', ''])).toMatchObject({ profile: undefined })
})
