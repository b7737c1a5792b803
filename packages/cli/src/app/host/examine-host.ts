import { checkSettings } from '@cay/kit/check-settings.ts'
import { exitCodes } from '@cay/kit/service.ts'
import type { Environment } from '@cay/kit/settings.ts'
import { evaluateHost, evaluateSettings, type Finding, hasProblem } from '../../dialect/host/doctor.ts'
import { renderFindings, renderFindingsAsJson } from '../../dialect/host/finding-report.ts'
import type { HostFacts } from '../../dialect/host/host-facts.ts'
import type { Paint } from '../../dialect/output/paint.ts'
import type { Installation } from '../../installation.ts'

export interface ExamineOptions {
  readonly env: Environment
  readonly installation: () => Installation
  readonly gatherFacts: (installation: Installation) => Promise<HostFacts>
  readonly json: boolean
  readonly paint: Paint
}

export interface Examination {
  /** The text to print. */
  readonly report: string
  readonly exitCode: number
}

/** What is set, and what this host can and cannot do. Changes nothing. Where a setting is wrong nothing else is looked at. */
export async function examineHost(options: ExamineOptions): Promise<Examination> {
  const ofSettings = evaluateSettings(checkSettings(options.env))
  if (hasProblem(ofSettings)) {
    const report = render(ofSettings, options)
    const words = 'The host was not looked at: correct the settings first.'
    return { report: options.json ? report : `${report}\n${words}`, exitCode: exitCodes.badSettings }
  }
  const ofHost = evaluateHost(await options.gatherFacts(options.installation()))
  const findings = [...ofSettings, ...ofHost]
  return { report: render(findings, options), exitCode: hasProblem(findings) ? exitCodes.fault : 0 }
}

function render(findings: readonly Finding[], { json, paint }: ExamineOptions): string {
  return json ? renderFindingsAsJson(findings) : renderFindings(findings, paint)
}
