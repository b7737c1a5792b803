/**
 * Two control processes over one database, each of which dies again and again; so does the database. CAY_TEST_LONG=1 makes it
 * 10,000 calls to 200 sandboxes, with a kill about every ten seconds, and prints what was answered.
 */
import { describe, expect, test } from 'vitest'
import { oldestPostgres, startPostgres } from '../support/postgres.ts'
import { runChaos } from './chaos/run-chaos.ts'

const isLong = process.env.CAY_TEST_LONG === '1'
const runningMax = isLong ? 100 : 30
const size = isLong
  ? { calls: 10_000, callsAtOnce: 12, sandboxesMax: 200, callsPerKill: 250, callsPerRestart: 2_500 }
  : { calls: 900, callsAtOnce: 12, sandboxesMax: 60, callsPerKill: 150, callsPerRestart: 400 }

describe.skipIf(!oldestPostgres.isInstalled)('with a server of its own', () => {
  test('kill -9 and restarts of the database lose nothing, double nothing, and quotas stay exact', {
    timeout: isLong ? 1_800_000 : 900_000,
  }, async () => {
    const server = await startPostgres(oldestPostgres)
    try {
      const report = await runChaos(server, await server.createDatabase(), {
        ...size,
        runningMax,
        seed: 7,
      })
      if (isLong) console.log(JSON.stringify(report))
      expect(report).toMatchObject({ lost: [], doubled: [], wrong: [], runningWhenFull: runningMax })
      expect(report.runningPeak).toBeLessThanOrEqual(runningMax)
      expect(report.runningCounted).toBe(report.runningOnNode)
      expect(report).toMatchObject({
        kills: Math.floor(size.calls / size.callsPerKill),
        restarts: Math.floor(size.calls / size.callsPerRestart),
      })
      expect(report.statuses.traffic?.[200]).toBeGreaterThan(0)
    } finally {
      await server.stop()
    }
  })
})
