import { expect, test } from 'vitest'
import { programOfPackage } from './program-of-package.ts'
import { RateBucket } from './rate-bucket.ts'
import { Tail } from './tail.ts'

test.each([
  ['the only one', 'tool', { bin: './cli.js' }, './cli.js'],
  ['the one that npx starts', '@acme/tool', { bin: { other: 'o.js', tool: 't.js' } }, 't.js'],
  [
    'the first, when none has the name of the package',
    '@acme/tool',
    { bin: { a: 'a.js', b: 'b.js' } },
    'a.js',
  ],
  ['none', 'tool', { main: 'index.js' }, undefined],
  ['none of a manifest that is no object', 'tool', null, undefined],
])('the program of a package is %s', (_, name, manifest, program) =>
  expect(programOfPackage(name, manifest)).toBe(program),
)

test('the last lines of a program are kept, without empty ones and within bounds', () => {
  const tail = new Tail()
  for (let line = 1; line <= 20; line += 1) tail.push(`line ${line}\n\n`)
  tail.push(`${'x'.repeat(1_000_000)}`)
  const lines = tail.lines()
  expect(lines).toHaveLength(8)
  expect(lines[0]).toBe('line 14')
  expect(lines.at(-1)).toBe('x'.repeat(300))
})

test('what comes faster than it may is dropped, and the rest passes', () => {
  const bucket = new RateBucket(2, 10, 0)
  expect([bucket.take(0), bucket.take(0), bucket.take(50), bucket.take(100)]).toEqual([
    true,
    true,
    false,
    true,
  ])
})
