/** Runs the store's test suite on real PostgreSQL servers, where they are installed. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeStore } from '../../../../../../test/suites/store.ts'
import { sandbox } from '../../../../../../test/suites/store-calls.ts'
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

    test('a node was removed with a sandbox that was placed on it at the same moment', async () => {
      const url = await server.createDatabase()
      const store = await openPostgresStore(url)
      const other = new pg.Client({ connectionString: url })
      try {
        await other.connect()
        await store.addTeam({ teamId: 't', slug: 'team', name: 'Team' }, 1)
        await store.addNode({ nodeId: 'local', name: 'host', labels: [], nowMs: 1 })
        const waiting = async () => (await other.query('select 1 from pg_locks where not granted')).rowCount
        // Holds the placement up behind its look at the node.
        await other.query("begin; select 1 from teams where team_id = 't' for update")
        const volumes = { sandboxId: 'ia', teamId: 't', volumeIds: [], directoryId: undefined }
        const claim = { nodeId: 'local', renewedSinceMs: -1, volumes }
        const placed = store.insertSandbox(sandbox('ia'), { needsAdmission: true, claim })
        await expect.poll(waiting).toBe(1)
        const removed = store.removeNode('local', { withVolumes: true })
        await expect.poll(waiting).toBe(2)
        await other.query('commit')
        await placed
        expect(await removed).toBe(false)
        expect(await store.findNode('local')).toBeDefined()
      } finally {
        await other.end()
        await store.close()
      }
    })

    describeStore(programs.name, async () => {
      const url = await server.createDatabase()
      const open = () => openPostgresStore(url)
      return { open, reopen: open, remove: async () => undefined }
    })
  })
