/**
 * Images of all kinds from registries on this machine: each one is built into a template whose sandbox runs a command, or is
 * refused in words. The run prints a table; docs/templates.md has one.
 */
import { Sandbox, Template } from 'e2b'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { build } from '../support/build-templates.ts'
import { pointClientHere } from '../support/client.ts'
import { DebianRegistry } from '../support/debian-registry.ts'
import { Installation } from '../support/installation.ts'
import {
  imageLogin,
  type Refused,
  refusedImages,
  type Usable,
  usableImages,
} from '../support/kinds-of-images.ts'
import { TestRegistry } from '../support/registry.ts'

let good: DebianRegistry
let handMade: TestRegistry
let withTokens: TestRegistry
let installation: Installation
const results: string[] = []

beforeAll(async () => {
  good = await DebianRegistry.start()
  handMade = await TestRegistry.start()
  withTokens = await TestRegistry.start(true)
  installation = await Installation.prepare(`${process.env.CAY_TEST_NAME ?? 'shared'}-kinds`, {
    CAY_PLAIN_REGISTRIES: [good, handMade, withTokens].map(({ host }) => host).join(),
    CAY_POOL_SIZE: '0',
  })
  await installation.up()
  pointClientHere(await installation.endpoints())
}, 300_000)
afterAll(async () => {
  console.log(['| image | result | seconds |', '|---|---|---|', ...results].join('\n'))
  await installation?.remove()
  await good?.[Symbol.asyncDispose]()
  for (const registry of [handMade, withTokens]) await registry?.stop()
}, 120_000)

/** A large image takes minutes on a busy machine. */
const buildMsMax = 15 * 60_000

async function addTo(place: Usable['place'], name: string, image: Awaited<ReturnType<Usable['image']>>) {
  switch (place) {
    case undefined:
      return Template().fromImage(await good.add(name, image))
    case 'hand-made':
      return Template().fromImage(handMade.add(name, image))
    case 'with tokens':
      return Template().fromImage(withTokens.add(name, image), imageLogin)
  }
}

function tell({ what }: Usable | Refused, result: string, startedMs: number): void {
  results.push(`| ${what} | ${result} | ${((Date.now() - startedMs) / 1000).toFixed(1)} |`)
}

describe('a sandbox starts from an image', () => {
  test.each(usableImages.map((kind, index) => ({ ...kind, index })))(
    '$what',
    async ({ index, ...kind }) => {
      const name = `works-${index}`
      const template = await addTo(kind.place, name, await kind.image())
      const startedMs = Date.now()
      let result = '**failed**'
      onTestFinished(() => tell(kind, result, startedMs))
      const { error, log } = await build(name, template)
      expect(error, log).toBeUndefined()
      const sandbox = await Sandbox.create(name)
      onTestFinished(() => void sandbox.kill())
      expect((await sandbox.commands.run(kind.command)).stdout).toBe(kind.prints)
      result = 'works'
    },
    buildMsMax,
  )
})

describe('a build says why it cannot use an image', () => {
  test.each(refusedImages.map((kind, index) => ({ ...kind, index })))(
    '$what',
    async ({ index, ...kind }) => {
      const name = `refused-${index}`
      const template = await addTo(kind.place ?? 'hand-made', name, await kind.image())
      const startedMs = Date.now()
      const { error = 'it was built' } = await build(name, template)
      tell(kind, `refused: ${withoutReference(error)}`, startedMs)
      expect(error).toContain(kind.words)
    },
    buildMsMax,
  )
})

/** The host of the image changes from run to run. */
function withoutReference(error: string): string {
  return error.replaceAll(/(127\.0\.0\.1|localhost):\d+\/[\w-]+(:latest)?/g, 'IMAGE').replaceAll('\n', ' ')
}
