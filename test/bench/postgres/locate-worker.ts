/**
 * Requests lookups and sends its parent what they took. Arguments: the database's URL, and how many sandboxes it has.
 */
import { openPostgresStore } from '@cay/control/edge/store/postgres/open-postgres-store.ts'
import { requestAtRate } from './lookups.ts'

const seconds = 10
const warmSeconds = 3

const [url = '', rows = ''] = process.argv.slice(2)
const store = await openPostgresStore(url)
await requestAtRate(store, Number(rows), warmSeconds)
const located = await requestAtRate(store, Number(rows), seconds)
await store.close()
process.send?.(located, () => process.disconnect())
