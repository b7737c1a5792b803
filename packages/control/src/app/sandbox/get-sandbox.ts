import type { Outbound } from '../../ports/vault.ts'
import type { Deps } from '../deps.ts'
import { loadAndDecide, type SandboxTarget, type SandboxView, viewSandbox } from './find-sandbox.ts'
import { shownOutbound } from './outbound.ts'

/** Throws sandbox_not_found. */
export async function getSandbox(
  deps: Pick<Deps, 'store' | 'clock' | 'accessTokenOf' | 'domain' | 'sealer'>,
  target: SandboxTarget,
): Promise<SandboxView & { outbound: Outbound }> {
  const { sandbox } = await loadAndDecide(deps, target, 'showRequested')
  return { ...viewSandbox(deps, sandbox), outbound: shownOutbound(deps, sandbox) }
}
