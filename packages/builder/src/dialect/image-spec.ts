/** The input of `make-image`, as JSON. Its caller is trusted: an invalid spec is an internal error. */

export interface ImageSpec {
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
export function parseImageSpec(text: string): ImageSpec {
  const spec: unknown = JSON.parse(text)
  const isWhole =
    typeof spec === 'object' &&
    spec !== null &&
    'output' in spec &&
    'isCopied' in spec &&
    'withTimes' in spec &&
    'uuid' in spec &&
    'bytesMax' in spec &&
    'roomBytes' in spec &&
    'entriesMax' in spec &&
    'layers' in spec &&
    Array.isArray(spec.layers)
  if (!isWhole) throw new TypeError('the spec lacks a field')
  return spec as ImageSpec
}
