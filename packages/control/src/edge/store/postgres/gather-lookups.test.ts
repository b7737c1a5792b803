import { expect, test } from 'vitest'
import { gatherLookups } from './gather-lookups.ts'

interface Row {
  readonly key: string
}

/** Reads that a test answers by hand. */
function startLookups() {
  const reads: { readonly keys: readonly string[]; readonly answer: PromiseWithResolvers<readonly Row[]> }[] =
    []
  const lookUp = gatherLookups<Row>(
    (keys) => {
      const answer = Promise.withResolvers<readonly Row[]>()
      reads.push({ keys, answer })
      return answer.promise
    },
    ({ key }) => key,
  )
  const nextRead = async (index: number) => {
    await expect.poll(() => reads.length).toBeGreaterThan(index)
    const read = reads[index]
    if (read === undefined) throw new Error('there is no such read')
    return read
  }
  return { lookUp, reads, nextRead }
}

test('lookups that arrive at once are one query, and each gets its own row', async () => {
  const { lookUp, reads, nextRead } = startLookups()
  const found = ['a', 'b', 'missing', 'a'].map(lookUp)
  const { keys, answer } = await nextRead(0)
  expect(keys).toEqual(['a', 'b', 'missing'])
  answer.resolve([{ key: 'b' }, { key: 'a' }])
  expect(await Promise.all(found)).toEqual([{ key: 'a' }, { key: 'b' }, undefined, { key: 'a' }])
  expect(reads).toHaveLength(1)
})

test('a lookup is never answered by a query that was sent before it', async () => {
  const { lookUp, nextRead } = startLookups()
  const before = lookUp('a')
  const first = await nextRead(0)
  const after = lookUp('a')
  first.answer.resolve([])
  const second = await nextRead(1)
  second.answer.resolve([{ key: 'a' }])
  expect([await before, await after]).toEqual([undefined, { key: 'a' }])
})

test('of many lookups a few queries are in progress, and the rest goes with the next ones', async () => {
  const { lookUp, reads, nextRead } = startLookups()
  const found: Promise<unknown>[] = []
  for (let index = 0; index < 4; index++) {
    found.push(lookUp(`first ${index}`))
    await nextRead(index)
  }
  for (let index = 0; index < 1200; index++) found.push(lookUp(`later ${index}`))
  await new Promise(setImmediate)
  expect(reads).toHaveLength(4)
  for (let index = 0; index < 7; index++) {
    const { keys, answer } = await nextRead(index)
    expect(keys.length).toBeLessThanOrEqual(500)
    answer.resolve(keys.map((key) => ({ key })))
  }
  await Promise.all(found)
  expect(reads).toHaveLength(7)
})

test('a query that fails fails its lookups and no others', async () => {
  const { lookUp, nextRead } = startLookups()
  const failed = expect(lookUp('a')).rejects.toThrow('away')
  const { answer } = await nextRead(0)
  answer.reject(new Error('away'))
  await failed
  const found = lookUp('a')
  const next = await nextRead(1)
  next.answer.resolve([{ key: 'a' }])
  expect(await found).toEqual({ key: 'a' })
})
