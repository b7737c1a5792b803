import { type EndReason, type Event, type State, transitions } from './state.ts'

/** What becomes of a sandbox whose node is given up. */
export type LossOutcome =
  | { readonly kind: 'keep' }
  /** Its last pause is in the object store: it can be resumed on another node. */
  | { readonly kind: 'detach'; readonly event: Event | undefined }
  | { readonly kind: 'end'; readonly reason: EndReason }
  /** No client has seen its id. */
  | { readonly kind: 'discard' }

export function decideLoss(state: State, isStored: boolean): LossOutcome {
  if (state === 'ended') return { kind: 'keep' }
  if (state === 'creating') return { kind: 'discard' }
  if (state === 'killing') return { kind: 'end', reason: 'killed' }
  if (isStored)
    return { kind: 'detach', event: transitions[state].paused.kind === 'go' ? 'paused' : undefined }
  // Its files are on the disk of the node, which may come back.
  return state === 'paused' ? { kind: 'keep' } : { kind: 'end', reason: 'node_lost' }
}
