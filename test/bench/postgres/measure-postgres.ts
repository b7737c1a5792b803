/**
 * Control on PostgreSQL: what the database adds to a create over the API, and how fast a sandbox is found by its id among a
 * million. No sandbox runs: the node is simulated.
 */

import { oldestPostgres, startPostgres } from '../../support/postgres.ts'
import type { Measured } from '../measured.ts'
import { measureCreates } from './api-creates.ts'
import { measureLocate } from './locate.ts'
import type { PostgresMeasurement } from './measurement.ts'

export async function measurePostgres(measurement: PostgresMeasurement): Promise<Measured> {
  if (!oldestPostgres.isInstalled)
    return { figures: [], readings: [], notes: ['PostgreSQL 15 is not installed: not measured'] }
  const server = await startPostgres(oldestPostgres, { isDurable: true })
  try {
    measurement.tell('      postgres: creates')
    const creates = await measureCreates(await server.createDatabase(), measurement)
    measurement.tell('      postgres: a million sandboxes')
    const located = await measureLocate(await server.createDatabase(), server, measurement)
    return { ...creates, readings: [...creates.readings, ...located], notes: [] }
  } finally {
    await server.stop()
  }
}

export const insidePostgresFigures = `
  postgres            PostgreSQL 15 on a Unix socket of this machine, each commit flushed to the disk. A create: POST
                      /sandboxes up to the last byte of the 201, with a simulated node, in turns by two control processes, one
                      on each database. Locate: the store's own lookup in a process that runs as control does, among a million
                      rows, requested at a constant rate; counted from the moment when it was due, so waiting in a queue counts.`
