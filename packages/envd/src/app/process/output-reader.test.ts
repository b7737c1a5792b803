import { expect, test } from 'vitest'
import { patienceTicks } from './backpressure.ts'
import { queuedBytesMax } from './output-budget.ts'
import { eventBytes, OutputReader, type ReaderEvent } from './output-reader.ts'

const output = (length: number) => ({
  number: 1,
  event: { kind: 'output', source: 'stdout', bytes: new Uint8Array(length) } as const,
})
const end = {
  kind: 'end',
  end: { exitCode: 0, exited: true, status: 'exit status 0', error: undefined },
} as const

async function readAll(reader: OutputReader): Promise<ReaderEvent[]> {
  const all: ReaderEvent[] = []
  for await (const happening of reader) all.push(happening)
  return all
}

function loseItsPatience(reader: OutputReader): void {
  for (let tick = 0; tick < patienceTicks; tick++) reader.heldUp()
}

const textOf = (happening: ReaderEvent | undefined) =>
  happening?.kind === 'output' ? new TextDecoder().decode(happening.bytes) : happening?.kind

test('a reader that dropped is told how much, in the place of what is missing', async () => {
  const reader = new OutputReader(() => undefined)
  reader.push(output(10))
  loseItsPatience(reader)
  reader.push(output(7))
  reader.push(output(5))
  reader.push({ number: 9, event: end })
  const [first, marker, last] = await readAll(reader)
  expect(first).toMatchObject({ bytes: { length: 10 } })
  expect(textOf(marker)).toBe('\n[envd: 12 bytes of output lost: the reader was too slow]\n')
  expect(last).toEqual({ ...end, number: 9 })
})

test('a reader that has read everything follows again', async () => {
  const reader = new OutputReader(() => undefined)
  const events = reader[Symbol.asyncIterator]()
  reader.push(output(1))
  loseItsPatience(reader)
  reader.push(output(2))
  await events.next()
  expect(textOf((await events.next()).value)).toContain('2 bytes of output lost')
  reader.push(output(3))
  expect((await events.next()).value).toMatchObject({ bytes: { length: 3 } })
})

test('being behind begins at the bound and ends well below it', async () => {
  let isCaughtUp = false
  const reader = new OutputReader(() => {
    isCaughtUp = true
  })
  reader.push(output(queuedBytesMax - eventBytes(end)))
  expect(reader.isBehind).toBe(false)
  reader.push(output(1))
  expect(reader.isBehind).toBe(true)
  await reader[Symbol.asyncIterator]().next()
  expect(reader.isBehind).toBe(false)
  expect(isCaughtUp).toBe(true)
})

test('a failure overtakes what waits', async () => {
  const reader = new OutputReader(() => undefined)
  reader.push(output(1))
  reader.fail(new Error('deadline'))
  await expect(readAll(reader)).rejects.toThrow('deadline')
})

test('a keepalive is only for those who have nothing to read', async () => {
  const reader = new OutputReader(() => undefined)
  reader.push(output(1))
  reader.keepAlive()
  reader.push({ number: 2, event: end })
  expect((await readAll(reader)).map(({ kind }) => kind)).toEqual(['output', 'end'])
})

test('a reader that takes something now and then is waited for, however much it has before it', async () => {
  const reader = new OutputReader(() => undefined)
  for (let i = 0; i < 5; i++) reader.push(output(queuedBytesMax))
  const events = reader[Symbol.asyncIterator]()
  for (let i = 0; i < 3; i++) {
    await events.next()
    for (let tick = 0; tick < patienceTicks; tick++) reader.heldUp()
    expect(reader.isBehind).toBe(true)
  }
  reader.heldUp()
  expect(reader.isBehind).toBe(false)
})
