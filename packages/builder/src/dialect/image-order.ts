/** What `make-image` is told, as JSON. Whoever starts it is ours: a wrong order is a fault. */

export interface WrittenOrder {
  /** Must not exist, or be a copy of the base. */
  readonly output: string
  readonly isCopied: boolean
  /** Where the paths of the tree are listed as well; must not exist. */
  readonly paths?: string
  /** Whether that list tells the times of directories. */
  readonly withTimes: boolean
  readonly uuid: string
  readonly bytesMax: number
  /** Bytes of disk that the output may take. */
  readonly roomBytes: number
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
    'isCopied' in order &&
    'withTimes' in order &&
    'uuid' in order &&
    'bytesMax' in order &&
    'roomBytes' in order &&
    'entriesMax' in order &&
    'layers' in order &&
    Array.isArray(order.layers)
  if (!isWhole) throw new TypeError('the order lacks a field')
  return order as WrittenOrder
}
