/** A build whose checkpoint another processor has made, on a real machine. */
import { readdir, readFile } from 'node:fs/promises'
import { writeAtomic } from '@cay/kit/host/write-atomic.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StandaloneOrchestrator } from '../support/standalone-orchestrator.ts'

let node: StandaloneOrchestrator

beforeAll(async () => {
  node = await StandaloneOrchestrator.start('foreign-build')
  await node.stop()
  await makeForeign(`${node.dataDir}/templates`)
  await node.start()
})

afterAll(() => node?.remove())

/** As if each build had been made on a processor with one feature more. The files are shared with other installations. */
async function makeForeign(templates: string): Promise<void> {
  const manifests = (await readdir(templates, { recursive: true })).filter((name) =>
    name.endsWith('/manifest.json'),
  )
  expect(manifests).not.toEqual([])
  for (const name of manifests) {
    const manifest = JSON.parse(await readFile(`${templates}/${name}`, 'utf8'))
    const cpuFeatures = `${manifest.cpuFeatures} zz_of_tomorrow`
    await writeAtomic(`${templates}/${name}`, JSON.stringify({ ...manifest, cpuFeatures }))
  }
}

const checkpoints = async () => {
  const names = await readdir(`${node.dataDir}/own-checkpoints`).catch(() => [] as string[])
  return names.filter((name) => !name.startsWith('.'))
}

async function create() {
  const sandbox = await node.create()
  const { stdout } = await node
    .guest(sandbox)
    .runCommand('user', 'echo $E2B_SANDBOX_ID; python3 -c "print(6 * 7)"')
  expect(stdout).toBe(`${sandbox.sandboxId}\n42\n`)
}

test('a build of a richer processor is booted, and restored once the node has a checkpoint of its own', async () => {
  await create()
  await expect.poll(checkpoints, { timeout: 60_000 }).toHaveLength(1)
  await create()
  // One that cannot be restored would have been removed.
  expect(await checkpoints()).toHaveLength(1)
})
