import { type Expression, type SqlBool, sql } from 'kysely'
import type { Sql } from 'sql-template-tag'

/** Converts to an expression of the query layer. */
export function asCondition({ strings, values }: Sql): Expression<SqlBool> {
  return sql<SqlBool>(Object.assign([...strings], { raw: strings }), ...values)
}
