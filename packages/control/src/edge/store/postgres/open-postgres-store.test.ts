/** Runs the store's test suite on real PostgreSQL servers, where they are installed. */
import { afterAll, beforeAll, describe } from 'vitest'
import { describeStore } from '../../../../../../test/suites/store.ts'
import {
  type PostgresServer,
  postgresVersions,
  startPostgres,
} from '../../../../../../test/support/postgres.ts'
import { openPostgresStore } from './open-postgres-store.ts'

for (const programs of postgresVersions)
  describe.skipIf(!programs.isInstalled)(`${programs.name} with a server of its own`, () => {
    let server: PostgresServer

    beforeAll(async () => {
      server = await startPostgres(programs)
    })
    afterAll(() => server.stop())

    describeStore(programs.name, async () => {
      const url = await server.createDatabase()
      const open = () => openPostgresStore(url)
      return { open, reopen: open, remove: async () => undefined }
    })
  })
