/** What `make-image` is told, as JSON. Whoever starts it is ours: a wrong order is a fault. */

export interface WrittenOrder {
  /** Must not exist. */
  readonly output: string
  /** Where the paths of the tree are listed as well; must not exist. */
  readonly paths?: string
  readonly uuid: string
  readonly bytesMax: number
  readonly entriesMax: number
  readonly base?: string
  readonly layers: readonly string[]
  readonly changes?: string
  readonly parts?: string
  readonly files: Readonly<Record<string, string>>
  readonly isFinal: boolean
}

/** Throws TypeError. */
export function parseOrder(text: string): WrittenOrder {
  const order: unknown = JSON.parse(text)
  const isWhole =
    typeof order === 'object' &&
    order !== null &&
    'output' in order &&
    'uuid' in order &&
    'bytesMax' in order &&
    'entriesMax' in order &&
    'layers' in order &&
    Array.isArray(order.layers)
  if (!isWhole) throw new TypeError('the order lacks a field')
  return order as WrittenOrder
}
