/** Clients that stall, over real connections. `app/running-process.test.ts` covers all cases of the rule. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processClient } from '../../testing/clients.ts'
import { type OwnDaemon, startOwnDaemon } from '../../testing/own-daemon.ts'
import { openRawStream, type RawStream } from '../../testing/raw-stream.ts'

let daemon: OwnDaemon
beforeAll(async () => {
  daemon = await startOwnDaemon()
})
afterAll(() => daemon[Symbol.asyncDispose]())

const totalBytes = 30_000_000
/** A stream of output that only its reader slows down. */
const flood = () =>
  openRawStream({
    url: daemon.url,
    method: 'process.Process/Start',
    message: { process: { cmd: 'head', args: ['-c', String(totalBytes), '/dev/zero'] }, stdin: false },
  })

interface Data {
  readonly stdout?: string
  readonly stderr?: string
}

/**
 * Reads everything: counts the bytes and collects standard error. `pause` is called with the number of bytes so far.
 */
async function read(stream: RawStream, pause: (bytes: number) => Promise<void> | undefined) {
  const got = { bytes: 0, said: '' }
  for (let message = await stream.next(); message !== undefined; message = await stream.next()) {
    // The last message, which ends the stream, has no event.
    const data = (message.event as { data?: Data } | undefined)?.data
    got.bytes += Buffer.from(data?.stdout ?? '', 'base64').length
    got.said += Buffer.from(data?.stderr ?? '', 'base64').toString()
    await pause(got.bytes)
  }
  return got
}

test.concurrent('a client that a busy machine does not let run for a second now and then loses no output', async () => {
  const stops = [0.1, 0.5].map((part) => part * totalBytes)
  const got = await read(await flood(), (bytes) => {
    if (bytes < (stops[0] ?? totalBytes)) return undefined
    stops.shift()
    return sleep(1300)
  })
  expect(got).toEqual({ bytes: totalBytes, said: '' })
})

test.concurrent('a reader that stops reading loses output and does not hold the process up', async () => {
  const stream = await flood()
  const alive = async () => (await processClient(daemon.url).list({})).processes.map(({ pid }) => pid)
  const pid = await pidOf(stream.next())
  await expect.poll(alive).not.toContain(pid)
  const got = await read(stream, () => undefined)
  const lost = Number(/(\d+) bytes of output lost/.exec(got.said)?.[1])
  expect(got.bytes + lost).toBe(totalBytes)
})

async function pidOf(first: Promise<Record<string, unknown> | undefined>): Promise<number> {
  const message = (await first) as { event: { start: { pid: number } } }
  return message.event.start.pid
}
