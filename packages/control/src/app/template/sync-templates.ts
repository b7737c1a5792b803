import type { Deps } from '../deps.ts'

/** Records the templates that the node can create sandboxes from. Throws node_unavailable. */
export async function syncTemplates({
  orchestrator,
  store,
}: Pick<Deps, 'orchestrator' | 'store'>): Promise<void> {
  await store.syncTemplates(await orchestrator.listTemplates())
}
