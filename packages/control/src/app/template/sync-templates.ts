import type { Deps } from '../deps.ts'

/** Records the templates that the node can create sandboxes from. Throws node_unavailable. */
export async function syncTemplates(
  { nodeRegistry, store }: Pick<Deps, 'nodeRegistry' | 'store'>,
  nodeId: string,
): Promise<void> {
  const templates = await nodeRegistry.clientsOf(nodeId).orchestrator.listTemplates()
  await store.syncTemplates(templates, { isComplete: !nodeRegistry.isCluster })
}
