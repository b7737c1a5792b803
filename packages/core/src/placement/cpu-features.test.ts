import fc from 'fast-check'
import { expect, test } from 'vitest'
import { missingCpuFeatures, parseCpuFeatures } from './cpu-features.ts'

const features = fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/), { minLength: 1 })

test('the order in which a kernel lists features does not matter', () => {
  fc.assert(
    fc.property(features, (all) => {
      const listed = parseCpuFeatures(`model name\t: x\nflags\t\t: ${all.join(' ')}\nbugs\t: none\n`)
      expect(listed).toBe(parseCpuFeatures(`Features\t: ${[...all].reverse().join(' ')}\n`))
    }),
  )
})

test('what is missing is what the image has and the node lacks, nothing else', () => {
  fc.assert(
    fc.property(features, features, (image, node) => {
      const missing = missingCpuFeatures(image.join(' '), node.join(' '))
      expect(missing).toEqual(image.filter((feature) => !node.includes(feature)))
    }),
  )
})

test('a richer processor misses nothing', () => {
  expect(missingCpuFeatures('avx sse', 'avx avx512f sse')).toEqual([])
})
