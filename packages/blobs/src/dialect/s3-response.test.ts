import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseListPage, parseS3Error } from './s3-response.ts'

const page = `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
  <Name>cay</Name><Prefix>s/</Prefix><IsTruncated>true</IsTruncated>
  <NextContinuationToken>a&amp;b=</NextContinuationToken>
  <Contents><Key>s/a/0</Key><LastModified>2026-11-23T05:00:00.000Z</LastModified><Size>12</Size></Contents>
  <Contents><Key>s/&lt;x&gt;&#x26;&#39;/1</Key><LastModified>2026-11-23T05:00:01.000Z</LastModified><Size>0</Size></Contents>
</ListBucketResult>`

test('a page of a list has keys, sizes, times and the continuation token', () => {
  expect(parseListPage(page)).toEqual({
    blobs: [
      { key: 's/a/0', bytes: 12, modifiedAtMs: Date.UTC(2026, 10, 23, 5) },
      { key: "s/<x>&'/1", bytes: 0, modifiedAtMs: Date.UTC(2026, 10, 23, 5, 0, 1) },
    ],
    continuation: 'a&b=',
  })
})

test('the last page has no continuation token', () => {
  expect(parseListPage(page.replace('>true<', '>false<'))?.continuation).toBeUndefined()
})

test('a document that is not a list is distinguished from an empty list', () => {
  expect(parseListPage('<html><body>Welcome</body></html>')).toBeUndefined()
  expect(parseListPage('<ListBucketResult></ListBucketResult>')).toEqual({
    blobs: [],
    continuation: undefined,
  })
})

test('of an error only its code and the right region are kept: the rest repeats the request', () => {
  const document = `<Error><Code>AuthorizationHeaderMalformed</Code><Region>eu-north-1</Region>
    <AWSAccessKeyId>KEY</AWSAccessKeyId><SignatureProvided>abcdef</SignatureProvided></Error>`
  expect(parseS3Error(400, document)).toEqual({
    status: 400,
    code: 'AuthorizationHeaderMalformed',
    region: 'eu-north-1',
  })
})

test('any document is parsed, and nothing is thrown', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('<Code>', '&#99999999;', '&#x110000;', '<Contents>'))
  fc.assert(
    fc.property(fc.array(text), (parts) => {
      parseS3Error(500, parts.join(''))
      parseListPage(`<ListBucketResult>${parts.join('')}<Contents>${parts.join('')}</Contents>`)
    }),
  )
})
