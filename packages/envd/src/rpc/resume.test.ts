import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { headers } from '@cay/contract/names.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processClient } from '../sim/clients.ts'
import { type OwnDaemon, startOwnDaemon } from '../sim/own-daemon.ts'

let daemon: OwnDaemon
beforeAll(async () => {
  daemon = await startOwnDaemon()
})
afterAll(() => daemon[Symbol.asyncDispose]())

type Client = ReturnType<typeof processClient>
type Events = ReturnType<Client['start']> | ReturnType<Client['connect']>

/** Reads data and end events until `stop` says so of the text so far, then cuts the stream. */
async function read(events: Events, stop: (text: string) => boolean = () => false) {
  const got = { pid: 0, text: '', frames: 0, exitCode: undefined as number | undefined }
  for await (const { event } of events) {
    const happening = event?.event
    if (happening?.case === 'start') got.pid = happening.value.pid
    if (happening?.case === 'data') got.text += Buffer.from(happening.value.output.value ?? []).toString()
    if (happening?.case === 'end') got.exitCode = happening.value.exitCode
    if (happening?.case === 'data' || happening?.case === 'end') got.frames += 1
    if (stop(got.text)) break
  }
  return got
}

function start(script: string) {
  const answer = { stream: '' }
  const events = processClient(daemon.url).start(
    { process: { cmd: '/bin/sh', args: ['-c', script] }, stdin: false },
    {
      headers: { [headers.resumableStream]: '1' },
      onHeader: (header) => {
        answer.stream = header.get(headers.resumableStream) ?? ''
      },
    },
  )
  return { events, answer }
}

function resume(pid: number, position: string) {
  const answer = { stream: '', lost: '' }
  const events = processClient(daemon.url).connect(
    { process: { selector: { case: 'pid', value: pid } } },
    {
      headers: { [headers.resumeStream]: position },
      onHeader: (header) => {
        answer.stream = header.get(headers.resumableStream) ?? ''
        answer.lost = header.get(headers.lostEvents) ?? ''
      },
    },
  )
  return { events, answer }
}

const lines = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}\n`).join('')

test('a stream that was cut goes on where it was, as often as it is cut', async () => {
  const gate = join(daemon.home, 'gate')
  const script = `for i in 1 2 3 4 5 6; do echo $i; [ $i != 3 ] || until [ -e ${gate} ]; do sleep 0.01; done; done; exit 7`
  const first = start(script)
  const one = await read(first.events, (text) => text.includes('2'))
  await writeFile(gate, '')
  const second = resume(one.pid, `${first.answer.stream}:${one.frames}`)
  const two = await read(second.events, () => true)
  // Only the start event was read: the position is that of the former stream.
  const third = resume(one.pid, `${second.answer.stream}:${two.frames}`)
  const three = await read(third.events)
  expect(one.text + two.text + three.text).toBe(lines(6))
  expect([three.exitCode, third.answer.lost]).toEqual([7, ''])
})

test('a stream can be resumed after the end of its process', async () => {
  const first = start('echo 1; sleep 0.2; echo 2; exit 3')
  const one = await read(first.events, (text) => text.includes('1'))
  // Somebody else hears the end.
  const process = { selector: { case: 'pid' as const, value: one.pid } }
  await read(processClient(daemon.url).connect({ process }))
  const rest = await read(resume(one.pid, `${first.answer.stream}:${one.frames}`).events)
  expect([rest.text, rest.exitCode]).toEqual(['2\n', 3])
})

test('what is no longer kept is told in its place', async () => {
  const first = start('echo 1; sleep 0.2; head -c 2000000 /dev/zero; exit 3')
  const one = await read(first.events, (text) => text.includes('1'))
  const process = { selector: { case: 'pid' as const, value: one.pid } }
  await read(processClient(daemon.url).connect({ process }))
  const { events, answer } = resume(one.pid, `${first.answer.stream}:${one.frames}`)
  const rest = await read(events)
  expect(rest.text).toContain(
    `[envd: ${answer.lost} pieces of output lost: the connection was cut for too long]`,
  )
  expect(Number(answer.lost)).toBeGreaterThan(0)
  expect(rest.exitCode).toBe(3)
})

test.each(['99:0', '1', 'x:1', '1:-1'])('the position %s is no stream', async (position) => {
  const { events } = start('sleep 5')
  const { pid } = await read(events, () => true)
  await expect(read(resume(pid, position).events)).rejects.toThrow('[not_found]')
})

test('an ordinary stream has no name', async () => {
  const names: (string | null)[] = []
  const events = processClient(daemon.url).start(
    { process: { cmd: 'true' } },
    { onHeader: (header) => void names.push(header.get(headers.resumableStream)) },
  )
  await read(events)
  expect(names).toEqual([null])
})
