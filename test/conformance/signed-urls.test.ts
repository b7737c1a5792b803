/**
 * Links to one file that work without the sandbox's token. With one address for all sandboxes a link does not say
 * which sandbox it means, so whoever follows it adds the routing headers.
 */
import type { Sandbox } from 'e2b'
import { beforeAll, expect, inject, test } from 'vitest'
import { sandboxesOfThisFile } from './sandboxes.ts'

const create = sandboxesOfThisFile()
const { proxyUrl } = inject('installation')
let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await create()
  await sandbox.files.write('shared/ünï code.txt', 'shared text')
})

const routing = () => ({ 'E2b-Sandbox-Id': sandbox.sandboxId, 'E2b-Sandbox-Port': '49983' })
const get = (url: string, headers = {}) => fetch(url, { headers: { ...routing(), ...headers } })

function post(url: string, text: string, name = 'upload.txt') {
  const body = new FormData()
  body.append('file', new Blob([text]), name)
  return fetch(url, { method: 'POST', headers: routing(), body })
}

async function refusal(response: Response) {
  return { status: response.status, body: await response.json() }
}

test('a download link gives the file, with its name', async () => {
  const url = await sandbox.downloadUrl('shared/ünï code.txt')
  expect(url.startsWith(`${proxyUrl}/files?`)).toBe(true)
  const response = await get(url)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-disposition')).toBe(
    "inline; filename*=utf-8''%C3%BCn%C3%AF%20code.txt",
  )
  expect(await response.text()).toBe('shared text')
})

test('a download link for a user looks in the home of that user', async () => {
  await sandbox.files.write('for-root.txt', 'root only', { user: 'root' })
  const response = await get(await sandbox.downloadUrl('for-root.txt', { user: 'root' }))
  expect(await response.text()).toBe('root only')
})

test('a part of the file can be asked for', async () => {
  const response = await get(await sandbox.downloadUrl('shared/ünï code.txt'), { Range: 'bytes=7-' })
  expect({ status: response.status, text: await response.text() }).toEqual({ status: 206, text: 'text' })
})

test('an upload link writes the file', async () => {
  const response = await post(await sandbox.uploadUrl('uploads/a.txt'), 'uploaded')
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual([{ name: 'a.txt', path: '/home/user/uploads/a.txt', type: 'file' }])
  expect(await sandbox.files.read('uploads/a.txt')).toBe('uploaded')
})

test('an upload link without a path takes the name of the file', async () => {
  const response = await post(await sandbox.uploadUrl(), 'named', 'some/dir/by-name.txt')
  expect(response.status).toBe(200)
  expect(await sandbox.files.read('/home/user/some/dir/by-name.txt')).toBe('named')
})

test('a link that has not expired works, one that has does not', async () => {
  const path = 'shared/ünï code.txt'
  const good = await sandbox.downloadUrl(path, { useSignatureExpiration: 120 })
  expect(await (await get(good)).text()).toBe('shared text')
  const late = await sandbox.downloadUrl(path, { useSignatureExpiration: -10 })
  expect(await refusal(await get(late))).toEqual({
    status: 401,
    body: { code: 401, message: 'signature is already expired' },
  })
  const upload = await sandbox.uploadUrl('uploads/b.txt', { useSignatureExpiration: 120 })
  expect((await post(upload, 'b')).status).toBe(200)
})

test('a link is good for one path, one user, one direction and one instant', async () => {
  const url = new URL(await sandbox.downloadUrl('shared/ünï code.txt', { useSignatureExpiration: 120 }))
  const changed = (name: string, value: string) => {
    const copy = new URL(url)
    copy.searchParams.set(name, value)
    return copy.toString()
  }
  const invalid = { status: 401, body: { code: 401, message: 'invalid signature' } }
  for (const other of [
    changed('path', '/etc/shadow'),
    changed('username', 'root'),
    changed('signature_expiration', '9999999999'),
    changed('signature', 'v1_AAAA'),
  ]) {
    expect(await refusal(await get(other))).toEqual(invalid)
  }
  expect(await refusal(await post(url.toString(), 'x'))).toEqual(invalid)
})

test('a link of one sandbox is worth nothing in another', async () => {
  const other = await create()
  await other.files.write('shared/ünï code.txt', 'of the other')
  const response = await get(await sandbox.downloadUrl('shared/ünï code.txt'), {
    'E2b-Sandbox-Id': other.sandboxId,
  })
  expect(response.status).toBe(401)
})
