/** How control serves the dashboard, without a browser. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { buildDashboard } from '../support/dashboard.ts'
import { startWorld } from './control-world.ts'

const kibibyte = 1024
let directory: string

beforeAll(async () => {
  directory = await buildDashboard()
})

const openWorld = () => startWorld({ dashboard: { directory, proxyPort: 3002 } })

test('the page runs its own scripts only, and each response has a nonce of its own', async () => {
  const world = await openWorld()
  const [one, other] = [
    await world.call('GET', '/', { key: null }),
    await world.call('GET', '/', { key: null }),
  ]
  expect([one.status, one.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(one.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'; ")
  expect(String(one.body)).not.toMatch(/<script>|<style|\son\w+=|https?:|\{\{/)
  const nonceOf = ({ headers }: typeof one) =>
    /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1]
  expect(nonceOf(one)).not.toBe(nonceOf(other))
  expect(String(one.body)).toContain(`nonce="${nonceOf(one)}"`)
})

test('the files of the page are served compressed, and may be kept for good', async () => {
  const world = await openWorld()
  const page = String((await world.call('GET', '/', { key: null })).body)
  const paths = [...page.matchAll(/(?:src|href)="(assets\/[^"]+)"/g)].map(([, path]) => path ?? '')
  expect(paths.length).toBeGreaterThan(1)
  for (const path of paths) {
    const response = await fetch(`${world.url}/${path}`)
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, 'gzip'])
    expect(response.headers.get('cache-control')).toContain('immutable')
    const plain = await fetch(`${world.url}/${path}`, { headers: { 'accept-encoding': 'identity' } })
    expect((await plain.text()) === (await response.text())).toBe(true)
  }
})

test('a file that was not built is not there, whatever its name leads to', async () => {
  const world = await openWorld()
  for (const path of ['/assets/none.js', '/assets/..%2Findex.html', '/assets/..%2F..%2Fpackage.json'])
    expect((await world.call('GET', path, { key: null })).status).toBe(404)
})

test('an installation whose dashboard was not built says how it is', async () => {
  const world = await startWorld({ dashboard: { directory: join(directory, 'missing'), proxyPort: 3002 } })
  const reply = await world.call('GET', '/', { key: null })
  expect(reply).toMatchObject({
    status: 404,
    body: { message: expect.stringContaining('`cay up` builds it') },
  })
})

test('what the first view loads is at most 250 KB compressed', async () => {
  const page = await readFile(join(directory, 'index.html'), 'utf8')
  const first = [...page.matchAll(/"assets\/([^"]+)"/g)].map(([, name]) => name ?? '')
  const sizes = await Promise.all(
    first.map(async (name) => (await readFile(join(directory, 'assets', `${name}.gz`))).byteLength),
  )
  expect(sizes.length).toBeGreaterThan(1)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(250 * kibibyte)
  // The terminal and the plots come when they are shown.
  expect((await readdir(join(directory, 'assets'))).length / 2).toBeGreaterThan(first.length)
})
