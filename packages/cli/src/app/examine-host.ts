import { evaluateHost, hasProblem, renderFindings } from '../dialect/doctor.ts'
import { gatherHostFacts } from '../edge/host-facts.ts'
import type { Installation } from '../installation.ts'

export interface Examination {
  /** The text to print. */
  readonly report: string
  readonly exitCode: 0 | 1
}

/** What this host can and cannot do. Changes nothing. */
export async function examineHost(
  installation: Installation,
  options: { readonly json: boolean; readonly cloneFile: string },
): Promise<Examination> {
  const findings = evaluateHost(await gatherHostFacts(installation, options.cloneFile))
  return {
    report: options.json ? JSON.stringify(findings, null, 2) : renderFindings(findings),
    exitCode: hasProblem(findings) ? 1 : 0,
  }
}
