import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commonEnd, isWithin } from './common-range.ts'

const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 40 })

function pageOf(all: readonly string[], afterId: string, limit: number): string[] {
  return all
    .filter((id) => id > afterId)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .slice(0, limit)
}

test('laid side by side page by page, every id of either list is met once, together with its like', () => {
  fc.assert(
    fc.property(ids, ids, fc.integer({ min: 1, max: 10 }), (left, right, limit) => {
      const met: [string, boolean, boolean][] = []
      for (let afterId: string | undefined = ''; afterId !== undefined; ) {
        const pages = [pageOf(left, afterId, limit), pageOf(right, afterId, limit)] as const
        const endId: string | undefined = commonEnd(pages, limit)
        const range = { afterId, endId }
        const both = new Set(pages.flat().filter((id) => isWithin(id, range)))
        for (const id of both) met.push([id, pages[0].includes(id), pages[1].includes(id)])
        afterId = endId
      }
      const expected = [...new Set([...left, ...right])].map((id) => [
        id,
        left.includes(id),
        right.includes(id),
      ])
      expect(met.toSorted()).toEqual(expected.toSorted())
    }),
  )
})
