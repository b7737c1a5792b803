import { fromJson, toJsonString } from '@bufbuild/protobuf'
import { EntryInfoSchema } from '@cay/contract/gen/filesystem/filesystem_pb.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Entry } from '../../app/filesystem/entry.ts'
import { outputTextEncoder } from '../output-json.ts'
import { allResponseBytesMax, ResponseBudget } from '../response-budget.ts'
import { entryJson } from './entry-json.ts'
import { toEntryInfo } from './file-messages.ts'
import { Listing, listingBytesMax } from './listing.ts'

const text = fc.string({ unit: 'grapheme' })
/** The library loses this key, because it has a special meaning in its objects. */
const keyForObjects = '__proto__'
const entry: fc.Arbitrary<Entry> = fc.record({
  name: text,
  path: text,
  kind: fc.constantFrom('file', 'directory', 'other'),
  size: fc.bigInt({ min: 0n, max: 2n ** 62n }),
  mode: fc.integer({ min: 0, max: 0o777 }),
  permissions: fc.constantFrom('-rw-r--r--', 'Lrwxrwxrwx'),
  owner: text.filter((name) => name !== ''),
  group: text.filter((name) => name !== ''),
  modifiedNs: fc.oneof(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), fc.constant(0n), fc.constant(1000n)),
  symlinkTarget: fc.option(text, { nil: undefined }),
  metadata: fc.dictionary(
    text.filter((key) => key !== keyForObjects),
    text,
  ),
})

test('an entry is written as the library writes it', () => {
  fc.assert(
    fc.property(entry, (each) => {
      const { path, ...rest } = each
      const whole = { ...rest, path: `/${path}` }
      expect(JSON.parse(entryJson(whole))).toEqual(
        JSON.parse(toJsonString(EntryInfoSchema, toEntryInfo(whole))),
      )
      expect(fromJson(EntryInfoSchema, JSON.parse(entryJson(whole)))).toEqual(toEntryInfo(whole))
    }),
  )
})

test('metadata keeps a key that objects take for something else', () => {
  const metadata = Object.fromEntries([[keyForObjects, 'value']])
  expect(entryJson({ ...usual, metadata })).toContain(`"metadata":{"${keyForObjects}":"value"}`)
})

const usual: Entry = {
  name: 'n',
  path: '/n',
  kind: 'file',
  size: 1n,
  mode: 0o644,
  permissions: '-rw-r--r--',
  owner: 'user',
  group: 'user',
  modifiedNs: 1n,
  symlinkTarget: undefined,
  metadata: {},
}

test('a listing is bounded', () => {
  const budget = new ResponseBudget()
  const long = { ...usual, path: `/${'x'.repeat(4000)}` }
  const fill = (bytes: number) => {
    const listing = new Listing(budget, { isJson: true })
    for (let held = 0; held < bytes; held += 4200) listing.add(long)
    return listing
  }
  expect(() => fill(listingBytesMax * 1.1)).toThrow('list it in parts')
})

test('large responses beyond the budget are refused until others are sent', () => {
  const budget = new ResponseBudget()
  budget.take(allResponseBytesMax - 100_000)
  const long = { ...usual, path: `/${'x'.repeat(150_000)}` }
  expect(() => new Listing(budget, { isJson: true }).add(long)).toThrow(
    'too many large responses in progress; retry',
  )
  budget.release(100_000_000)
  const listing = new Listing(budget, { isJson: true })
  listing.add(long)
  listing.release()
})

test('a name that looks like what stands for a listing is a name', () => {
  const json = '{"entries":[{"name":"00000000-0000-4000-8000-000000000000"}]}'
  const listing = new Listing(new ResponseBudget(), { isJson: true })
  listing.add(usual)
  listing.message()
  expect(Buffer.from(outputTextEncoder.encode(json)).toString()).toBe(json)
  listing.release()
})
