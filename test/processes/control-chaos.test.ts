/** Two control processes over one database, each of which dies again and again; so does the database. */
import { describe, expect, test } from 'vitest'
import { oldestPostgres, startPostgres } from '../support/postgres.ts'
import { runChaos } from './chaos/run-chaos.ts'

describe.skipIf(!oldestPostgres.isInstalled)('with a server of its own', () => {
  test('kill -9 and restarts of the database lose nothing, double nothing, and quotas stay exact', {
    timeout: 240_000,
  }, async () => {
    const server = await startPostgres(oldestPostgres)
    try {
      const report = await runChaos(server, await server.createDatabase(), {
        ...{ calls: 900, callsAtOnce: 12, sandboxesMax: 60, runningMax: 30 },
        ...{ callsPerKill: 150, callsPerRestart: 400, seed: 7 },
      })
      expect(report).toMatchObject({ lost: [], doubled: [], wrong: [], runningWhenFull: 30 })
      expect(report.runningPeak).toBeLessThanOrEqual(30)
      expect(report.runningCounted).toBe(report.runningOnNode)
      expect(report).toMatchObject({ kills: 6, restarts: 2 })
      expect(report.statuses.traffic?.[200]).toBeGreaterThan(0)
    } finally {
      await server.stop()
    }
  })
})
