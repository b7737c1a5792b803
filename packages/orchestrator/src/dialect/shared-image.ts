/** What the program that touches the directory of shared volumes is asked, and what it answers, as JSON. Pure. */

export interface SharedImage {
  /** The file of the volume, in the shared directory. */
  readonly image: string
  /** Where it is mounted on this node. */
  readonly place: string
}

export type ImageRequest =
  | { readonly kind: 'create'; readonly image: string; readonly sizeMb: number; readonly reserveMb: number }
  | { readonly kind: 'remove'; readonly image: string }
  | ({ readonly kind: 'attach'; readonly nodeId: string; readonly epoch?: number } & SharedImage)
  | ({ readonly kind: 'detach'; readonly epoch?: number } & SharedImage)

export type ImageOutcome =
  | 'done'
  /** Nothing was made, because no more than the reserve is free. */
  | 'full'
  /** There is no such volume. */
  | 'missing'
  /** Another machine has it attached. */
  | 'locked'
  /** The command was overtaken. */
  | 'stale'
  /** The node was not given the volume. */
  | 'elsewhere'
  /** Something on this node still uses it. */
  | 'busy'

const outcomes: readonly string[] = ['done', 'full', 'missing', 'locked', 'stale', 'elsewhere', 'busy']

export function parseOutcome(text: string): ImageOutcome {
  const outcome = text.trim()
  if (isOutcome(outcome)) return outcome
  throw new Error(`the program of shared volumes has answered ${JSON.stringify(outcome)}`)
}

function isOutcome(text: string): text is ImageOutcome {
  return outcomes.includes(text)
}

/** Beside the file of a volume: which node has it. */
export const attachmentFileOf = (image: string) => `${image.replace(/\.ext4$/, '')}.attachment`
