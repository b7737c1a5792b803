/** JSON that is the same for equal values, whatever the order of their fields. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => (isRecord(each) ? sortFields(each) : each))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sortFields(record: Record<string, unknown>): Record<string, unknown> {
  // Without a prototype, so that a field named `__proto__` is a field.
  const sorted: Record<string, unknown> = Object.create(null)
  for (const name of Object.keys(record).sort()) sorted[name] = record[name]
  return sorted
}
