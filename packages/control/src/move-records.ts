/**
 * `node move-records.ts`: copies the records of the data directory (CAY_DATA_DIR) into an empty PostgreSQL database
 * (CAY_DATABASE_URL), after it has tried the object store (CAY_BLOBS_URL), if there is one. Control must not run. Prints a
 * line for each table; the reason of a failure goes to standard error.
 * Exit codes: 0 copied, 1 failed, 78 wrong settings.
 */
import { existsSync } from 'node:fs'
import { openStore as openBlobStore } from '@cay/blobs/edge/open-store.ts'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { exitCodes } from '@cay/kit/service.ts'
import { SettingError } from '@cay/kit/settings.ts'
import { readSetting } from '@cay/kit/settings-table.ts'
import { readObjectStore } from './config.ts'
import { tryStore } from './edge/host/open-checked-store.ts'
import { openStore } from './edge/store/open-store.ts'
import { copyRecords } from './edge/store/postgres/copy-records.ts'

try {
  await moveRecords()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = error instanceof SettingError ? exitCodes.badSettings : exitCodes.fault
}

async function moveRecords(): Promise<void> {
  const dataDir = readSetting(process.env, 'CAY_DATA_DIR')
  const url = readSetting(process.env, 'CAY_DATABASE_URL')
  if (url === undefined)
    throw new SettingError('CAY_DATABASE_URL', '(not set)', 'it names the PostgreSQL database')
  const { database: path } = dataLayout(dataDir)
  const objectStore = readObjectStore(process.env)
  if (!existsSync(path)) throw new Error(`${dataDir} holds no records: CAY_DATA_DIR names the directory`)
  if (objectStore !== undefined) await tryStore(openBlobStore(objectStore))
  // Brings it to the schema of this version, which that of PostgreSQL gets.
  await (await openStore(path)).close()
  await copyRecords({ path, url, onTable: (table, rows) => process.stdout.write(`${table} ${rows}\n`) })
}
