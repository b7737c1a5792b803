import { backup, DatabaseSync } from 'node:sqlite'

/** Copies a store as it is at one moment, also while control writes into it. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const database = new DatabaseSync(from)
  try {
    await backup(database, to)
  } finally {
    database.close()
  }
}
