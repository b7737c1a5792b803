import type { Deps } from '../deps.ts'

/** Takes over what the node can create from. Throws node_unavailable. */
export async function syncTemplates({
  orchestrator,
  store,
}: Pick<Deps, 'orchestrator' | 'store'>): Promise<void> {
  await store.syncTemplates(await orchestrator.listTemplates())
}
