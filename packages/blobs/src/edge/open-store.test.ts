import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseBlobsUrl } from '@cay/kit/blobs-settings.ts'
import { expect, test } from 'vitest'
import { bodyOf, bytesOf } from '../../../../test/suites/blob-store.ts'
import { openLinkClient, openStore } from './open-store.ts'

function open(url: string, accessKey?: string, secretKey?: string) {
  const location = parseBlobsUrl(url)
  if (location === undefined) throw new Error(`${url} is no location`)
  return openStore({ location, accessKey, secretKey, certificates: [] })
}

test('the location of a store is shown without its credentials', () => {
  expect(open('s3://KEY:secret@store:9000/cay/prod').location).toBe('s3://store:9000/cay/prod/')
  expect(open('s3://store/cay', 'KEY', 'secret').location).toBe('s3://store/cay/')
  expect(open('file:///srv/blobs').location).toBe('file:///srv/blobs')
})

test('a store without credentials is refused with the settings that are missing', () => {
  for (const given of [[], ['KEY'], [undefined, 'secret']] as const)
    expect(() => open('s3://store/cay', ...given)).toThrow(
      'the store of CAY_BLOBS_URL needs credentials: set CAY_BLOBS_ACCESS_KEY and CAY_BLOBS_SECRET_KEY',
    )
})

test('credentials in two places are refused: one of them would be ignored', () => {
  expect(() => open('s3://KEY:secret@store/cay', 'OTHER')).toThrow('leave one of them')
})

test('presigned requests work without a connection to the store, and name the object only', async () => {
  const store = open('s3://KEY:secret@store:9000/cay/prod')
  const { url } = await store.presignGet('s/a/0', 60)
  const { origin, pathname, searchParams } = new URL(url)
  expect(origin + pathname).toBe('https://store:9000/cay/prod/s/a/0')
  expect(searchParams.get('X-Amz-Expires')).toBe('60')
  expect(url).not.toContain('secret')
  const virtual = await open('s3://KEY:secret@store/cay?style=virtual').presignPut('s/a/0', bodyOf(), 60)
  expect(new URL(virtual.url).origin + new URL(virtual.url).pathname).toBe('https://cay.store/s/a/0')
})

test('a node follows links into its own directory only', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'cay-blobs-'))
  const store = open(`file://${directory}`)
  const body = bodyOf(Buffer.from('x'))
  const certificates: string[] = []
  await openLinkClient({ directory, certificates }).put(await store.presignPut('s/a/0', body, 60), body)
  const link = await store.presignGet('s/a/0', 60)
  expect((await bytesOf(await openLinkClient({ directory, certificates }).get(link))).toString()).toBe('x')
  await expect(openLinkClient({ certificates }).get(link)).rejects.toThrow(
    'this node has no directory of objects',
  )
  await rm(directory, { recursive: true })
})
