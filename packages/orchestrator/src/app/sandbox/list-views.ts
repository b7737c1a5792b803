import type { NodeContext } from '../node/node-context.ts'
import type { SandboxView } from './sandbox-registry.ts'

interface PageOfIds {
  /** Empty: starts with the first. */
  readonly afterId: string
  /** 0: all, in no particular order. */
  readonly limit: number
}

/** Lists the sandboxes that exist, and the ended ones that control has not acknowledged. A page is ordered by id. */
export function listViews(
  { registry }: Pick<NodeContext, 'registry'>,
  { afterId, limit }: PageOfIds,
): SandboxView[] {
  const views = registry.views()
  if (limit === 0) return views
  return views
    .map((view) => ({ id: idOf(view), view }))
    .filter(({ id }) => id > afterId)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .slice(0, limit)
    .map(({ view }) => view)
}

function idOf(view: SandboxView): string {
  if ('ended' in view) return view.ended.claim.sandboxId
  return 'paused' in view ? view.paused.claim.sandboxId : view.record.claim.sandboxId
}
