import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '@cay/kit/host/run.ts'
import { expect, onTestFinished, test } from 'vitest'
import { readFilesBelow } from './recipe-directory.ts'

const bundler = fileURLToPath(new URL('../../../../envd/bundle.mjs', import.meta.url))

/** The digest of the daemon's bundle decides whether a template is up to date. */
test('a start from another working directory builds the base template again', async () => {
  const [first, second] = await Promise.all([bundleFrom('/'), bundleFrom(tmpdir())])
  expect(first).toEqual(second)
})

/** The digest of each file. */
async function bundleFrom(cwd: string): Promise<readonly string[]> {
  const directory = await mkdtemp(join(tmpdir(), 'cay-bundle-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  await run([process.execPath, bundler, directory], { cwd })
  const digestOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
  return [...(await readFilesBelow(directory))].map(([path, content]) => `${path} ${digestOf(content)}`)
}
