/** How the command shows its lists in tests: without colours. */
import { plain } from '@cay/cli/dialect/output/paint.ts'
import type { ListView } from '@cay/cli/dialect/output/table.ts'

export const table: ListView = { format: 'table', paint: plain, nowMs: 0 }
export const json: ListView = { ...table, format: 'json' }
