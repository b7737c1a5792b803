export interface SqliteTable {
  readonly name: string
  readonly columns: readonly string[]
  /** The tables that its foreign keys refer to. */
  readonly references: readonly string[]
}

/** Each table comes after those that it refers to. */
export function inCopyOrder(tables: readonly SqliteTable[]): SqliteTable[] {
  const ordered: SqliteTable[] = []
  const add = (table: SqliteTable) => {
    if (ordered.includes(table)) return
    for (const other of tables) if (other !== table && table.references.includes(other.name)) add(other)
    ordered.push(table)
  }
  for (const table of tables) add(table)
  return ordered
}
