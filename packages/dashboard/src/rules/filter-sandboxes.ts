/** Which sandboxes of a list somebody looks for. */
export interface FilteredSandbox {
  readonly sandboxID: string
  readonly templateID: string
  readonly alias?: string
  readonly state: string
  readonly metadata?: Readonly<Record<string, string>>
}

export interface SandboxFilter {
  /** Words, all of which must occur: in the id, the template, or the metadata as `key=value`. */
  readonly text: string
  /** Undefined: every state. */
  readonly state: string | undefined
}

export function filterSandboxes<T extends FilteredSandbox>(
  sandboxes: readonly T[],
  { text, state }: SandboxFilter,
): readonly T[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0 && state === undefined) return sandboxes
  return sandboxes.filter((sandbox) => {
    if (state !== undefined && sandbox.state !== state) return false
    const searched = searchedText(sandbox)
    return words.every((word) => searched.includes(word))
  })
}

function searchedText({ sandboxID, templateID, alias = '', metadata = {} }: FilteredSandbox): string {
  const pairs = Object.entries(metadata).map(([key, value]) => `${key}=${value}`)
  return [sandboxID, templateID, alias, ...pairs].join('\n').toLowerCase()
}
