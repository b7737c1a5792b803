import { plainLifecycle } from '@cay/core/sandbox/lifecycle.ts'
import { expect, test } from 'vitest'
import type { SandboxRecord } from '../../ports/sandbox.ts'
import { ListedTexts } from './listed-texts.ts'

function sandbox(index: number, metadata: Record<string, string> = {}): SandboxRecord {
  return {
    ...{ sandboxId: `i${index}`, teamId: 't', templateId: 'tpl', buildId: 'b', alias: null, metadata },
    ...{ epoch: 1, nodeId: 'local', originId: null, operation: null },
    ...{ state: 'running', generation: 1, startedAtMs: 1, runsSinceMs: 1, endAtMs: 9, changedAtMs: 1 },
    ...{
      endedAtMs: null,
      endReason: null,
      lifecycle: plainLifecycle,
      pausedFilesOnly: null,
      isSecured: true,
    },
    ...{ allowInternetAccess: null, network: null, egress: null, ingress: null, iam: null },
    ...{ resources: { cpuCount: 1, memoryMb: 128, diskSizeMb: 1 }, envdVersion: '1' },
  }
}

/** A store with these records that also records which ids were read. */
function keep(all: readonly SandboxRecord[]) {
  const asked: string[] = []
  const findSandboxes = async (ids: readonly string[]) => {
    asked.push(...ids)
    return all.filter(({ sandboxId }) => ids.includes(sandboxId))
  }
  return { asked, texts: new ListedTexts({ findSandboxes }) }
}

test('what shows is made once, and anew when something of it has changed', async () => {
  const all = [sandbox(1), sandbox(2)]
  const { asked, texts } = keep(all)
  const first = JSON.parse(String(await texts.render(all))) as { sandboxID: string }[]
  expect(first.map(({ sandboxID }) => sandboxID)).toEqual(['i1', 'i2'])
  const changed = all.map((one) => (one.sandboxId === 'i2' ? { ...one, endAtMs: 10 } : one))
  expect(JSON.parse(String(await texts.render(changed)))).toMatchObject([
    { endAt: '1970-01-01T00:00:00.009Z' },
    { endAt: '1970-01-01T00:00:00.010Z' },
  ])
  expect(asked).toEqual(['i1', 'i2', 'i2'])
  expect(String(await texts.render([]))).toBe('[]')
})

test('what is kept takes so many bytes at most, whatever sandboxes say of themselves', async () => {
  const kilobytes = 64
  const all = Array.from({ length: 400 }, (_, index) =>
    sandbox(index, { note: 'x'.repeat(kilobytes * 1024) }),
  )
  const { asked, texts } = keep(all)
  for (const one of all) await texts.render([one])
  asked.length = 0
  for (const one of all.toReversed()) await texts.render([one])
  const kept = all.length - new Set(asked).size
  expect(kept).toBeGreaterThan(100)
  expect(kept * kilobytes * 1024).toBeLessThanOrEqual(16 * 1024 * 1024)
})
