import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

/** The characters of the part stand for themselves. */
export function contains(text: Expression<unknown>, part: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${text} like ${`%${part.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`
}
