import { expect, test } from 'vitest'
import { plain } from '../output/paint.ts'
import { renderList } from '../output/table.ts'
import { parseListedSandboxes } from './listed-sandbox.ts'
import { sandboxColumns } from './sandbox-table.ts'

const nowMs = Date.parse('2030-01-01T12:00:00Z')
const tableOf = (body: unknown) =>
  renderList(parseListedSandboxes(body), sandboxColumns(nowMs), { format: 'table', paint: plain, nowMs })
const item = {
  sandboxID: 'i0123456789',
  templateID: 't1',
  alias: 'base',
  state: 'running',
  startedAt: '2030-01-01T11:57:00Z',
  endAt: '2030-01-01T12:04:30Z',
  cpuCount: 2,
  memoryMB: 1024,
}

test('a table has a head and aligned columns', async () => {
  const table = await tableOf([item])
  expect(table).toBe(
    `SANDBOX ID    TEMPLATE   STATE     STARTED         EXPIRES        CPUS   MEMORY
i0123456789   base       running   3 minutes ago   in 4 minutes   2      1024 MiB`,
  )
})

test('no sandbox: only the head', async () => {
  expect((await tableOf([])).split('\n')).toHaveLength(1)
})

test('a paused sandbox never expires, and one without an alias shows its template', async () => {
  const { alias: _, ...withoutAlias } = item
  const table = await tableOf([{ ...withoutAlias, state: 'paused' }])
  expect(table).toContain('never')
  expect(table).toContain('t1')
})

test('an answer that is no list is an error', () => {
  expect(() => parseListedSandboxes({ code: 200 })).toThrow('no list')
})
