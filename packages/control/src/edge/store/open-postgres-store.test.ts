/** Runs the store's test suite on a real PostgreSQL server, where Debian's package is installed. */
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe } from 'vitest'
import { describeStore } from '../../../../../test/suites/store.ts'
import { type PostgresServer, startPostgres } from '../../../../../test/support/postgres.ts'
import { openPostgresStore } from './open-postgres-store.ts'

const programs = '/usr/lib/postgresql/15/bin'

describe.skipIf(!existsSync(programs))('with a server of its own', () => {
  let server: PostgresServer

  beforeAll(async () => {
    server = await startPostgres(programs)
  })
  afterAll(() => server.stop())

  describeStore('PostgreSQL 15', async () => {
    const url = await server.createDatabase()
    const open = () => openPostgresStore(url)
    return { open, reopen: open, remove: async () => undefined }
  })
})
