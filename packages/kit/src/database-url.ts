/** The setting that selects PostgreSQL as the database of control. */
import type { Setting } from './settings.ts'

const protocols: readonly string[] = ['postgresql:', 'postgres:']

/** The URL contains a password, so it is never printed. */
export const databaseUrl: Setting<string, undefined> = {
  fallback: undefined,
  allowed: 'postgresql://USER:PASSWORD@HOST:PORT/DATABASE',
  parse: (text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    const isComplete = url !== undefined && protocols.includes(url.protocol) && url.pathname.length > 1
    return isComplete ? text : undefined
  },
  isSecret: true,
}
