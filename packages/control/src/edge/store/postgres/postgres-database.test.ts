import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { anyPostgres, startPostgres } from '../../../../../../test/support/postgres.ts'
import { openPostgres } from './postgres-database.ts'

const socketName = '.s.PGSQL.5432'
/** More than a server needs that has ten other things to do. */
const answerMsMax = 20_000

/** Between client and server. What is connected can go silent, as when the machine of the server is lost: nothing is refused or closed. */
async function startRelay(serverSocket: string) {
  const directory = await mkdtemp(join(tmpdir(), 'cay-relay-'))
  const sockets = new Set<Socket>()
  const relay = createServer((client) => {
    const server = connect(serverSocket)
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => other.destroy())
      socket.pipe(other)
    }
  })
  relay.listen(join(directory, socketName))
  await once(relay, 'listening')
  return {
    directory,
    goSilent() {
      for (const socket of sockets) socket.unpipe().pause()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      relay.close()
      await once(relay, 'close')
      await rm(directory, { recursive: true })
    },
  }
}

test.skipIf(anyPostgres === undefined)(
  'a connection on which the database had not answered was used again and again',
  async () => {
    if (anyPostgres === undefined) return
    const server = await startPostgres(anyPostgres)
    onTestFinished(() => server.stop())
    const url = new URL(await server.createDatabase())
    const relay = await startRelay(join(url.searchParams.get('host') ?? '', socketName))
    onTestFinished(() => relay.close())
    url.searchParams.set('host', relay.directory)
    const { db } = openPostgres(String(url), answerMsMax)
    onTestFinished(() => db.destroy())
    const ask = () => sql<{ one: number }>`select 1 as one`.execute(db)
    await ask()
    relay.goSilent()
    await expect(
      db.transaction().execute((transaction) => sql`select 1`.execute(transaction)),
    ).rejects.toThrow('Query read timeout')
    expect((await ask()).rows).toEqual([{ one: 1 }])
  },
)
