/** Texts of files that were changed and are not saved. They stay while another part of the page is shown, or the sandbox is paused. */
import { askBeforeLeaving } from '../ask-before-leaving.ts'
import { followOwner } from '../session.ts'
import { createStore } from '../store.ts'

export interface Draft {
  readonly path: string
  /** What the file has. */
  readonly saved: string
  readonly text: string
}

/** By the id of the sandbox, each of which has one at most. */
export const drafts = createStore<ReadonlyMap<string, Draft>>(new Map())
followOwner(() => drafts.set(new Map()))
askBeforeLeaving(drafts, ({ size }) => size > 0)

export function draftOf(sandboxID: string, path: string): Draft | undefined {
  const draft = drafts.get().get(sandboxID)
  return draft?.path === path ? draft : undefined
}

/** A text that the file has as well is no draft. */
export function keepDraft(sandboxID: string, draft: Draft): void {
  if (draft.text === draft.saved) dropDraft(sandboxID, draft.path)
  else drafts.set(new Map(drafts.get()).set(sandboxID, draft))
}

export function dropDraft(sandboxID: string, path: string): void {
  if (draftOf(sandboxID, path) === undefined) return
  drafts.set(new Map([...drafts.get()].filter(([id]) => id !== sandboxID)))
}
