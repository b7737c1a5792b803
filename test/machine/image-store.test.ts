/** The store that images of one team are fetched into, without builds. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { run } from '@cay/kit/host/run.ts'
import { createLogger } from '@cay/kit/log.ts'
import { buildStoreLayout } from '@cay/orchestrator/dialect/template-build/build-layout.ts'
import { skopeoImages } from '@cay/orchestrator/edge/template-build/skopeo-images.ts'
import type { PullTools } from '@cay/orchestrator/ports/template-build.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestRegistry } from '../support/registry.ts'

const teamId = '11111111-aaaa-4aaa-8aaa-111111111111'
let registry: TestRegistry
let directory: string

beforeAll(async () => {
  registry = await TestRegistry.start()
  directory = await mkdtemp(join(tmpdir(), 'cay-images-'))
})
afterAll(async () => {
  await registry?.stop()
  await rm(directory, { recursive: true, force: true })
})

/** The tool as whoever runs the test, in a directory of its own. */
function unconfinedTools(above: string): PullTools {
  return {
    async use(_registry, task) {
      const work = await mkdtemp(join(above, 'pull-'))
      return await task({
        ...{ home: work, work, workOutside: work, run },
        makeDirectory: async (path) => void (await mkdir(join(work, path), { recursive: true })),
        async put(path, text) {
          await mkdir(dirname(join(work, path)), { recursive: true })
          await writeFile(join(work, path), text)
        },
      })
    },
  }
}

test('a build failed when another of its team fetched the same image by another name meanwhile', async () => {
  const images = skopeoImages({
    layout: buildStoreLayout(directory),
    rules: { plain: new Set([registry.host]), privates: new Set(), mirrors: new Map(), authorities: [] },
    tools: unconfinedTools(directory),
    log: createLogger('test', 'silent'),
    login: () => expect.fail('nobody has a password'),
    roomBytes: async () => 2 ** 30,
  })
  const { signal } = new AbortController()
  const names = Array.from({ length: 8 }, (_, index) => registry.add(`name-${index}`, { layers: [] }))
  const pulled = await Promise.all(
    names.map((image) => images.pull({ teamId, image, credential: undefined }, () => undefined, signal)),
  )
  expect(new Set(pulled.map(({ digest }) => digest)).size).toBe(1)
})
