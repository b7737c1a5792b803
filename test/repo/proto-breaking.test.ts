/** Services of two neighbouring versions speak with each other: what the last release said is still understood. */
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { run } from '@cay/kit/host/run.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const buf = join(root, 'node_modules/.bin/buf')
const env = { PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` }
/** Fields by number and by name in JSON: both are on the wire. */
const rules = '{"version":"v2","breaking":{"use":["WIRE_JSON"]}}'
let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cay-proto-'))
  const released = (await readdir(join(root, 'spec/released'))).sort((one, other) =>
    one.localeCompare(other, 'en', { numeric: true }),
  )
  const newest = await readFile(join(root, 'spec/released', released.at(-1) ?? ''))
  await writeFile(join(directory, 'released.binpb'), gunzipSync(newest))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

/** The complaints about the messages in a directory like spec/, one a line. */
async function compare(spec: string): Promise<string> {
  const image = join(directory, 'now.binpb')
  await run([buf, 'build', '--output', image], { cwd: spec, env })
  const against = ['--against', join(directory, 'released.binpb'), '--config', rules]
  let said = ''
  const onStdout = (text: string) => {
    said += text
  }
  try {
    await run([buf, 'breaking', image, ...against], { cwd: directory, env, onStdout })
  } catch (error) {
    // It found something, or failed in another way.
    return said + String(error)
  }
  return said
}

test('no message of the last release has changed its meaning', async () => {
  expect(await compare(join(root, 'spec'))).toBe('')
}, 60_000)

test('a field that is gone would be found', async () => {
  const spec = join(directory, 'spec')
  await cp(join(root, 'spec'), spec, { recursive: true })
  const file = join(spec, 'internal/cluster/lease.proto')
  const text = await readFile(file, 'utf8')
  const shorter = text.replace(/^.*\bboot_id = \d+;.*\n/m, '')
  expect(shorter).not.toBe(text)
  await writeFile(file, shorter)
  expect(await compare(spec)).toContain('boot_id')
}, 60_000)
