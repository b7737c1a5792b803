import type { Schema } from '../../api/api.ts'

export type SandboxDetail = Schema<'SandboxDetail'>

/** What each part of the view of a sandbox is given. */
export interface TabProps {
  readonly sandbox: SandboxDetail
  /** Asks for its present state. */
  readonly onChanged: () => void
}
