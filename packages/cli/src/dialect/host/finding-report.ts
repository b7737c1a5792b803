/** What `cay doctor` has found, for people and for programs. */

import { printableJson } from '@cay/core/terminal-text.ts'
import type { Paint, Style } from '../output/paint.ts'
import type { Finding, FindingStatus } from './doctor.ts'

const styles: Readonly<Record<FindingStatus, Style>> = { ok: 'good', warning: 'warning', problem: 'bad' }

/** A line for each finding, with its remedy below, and one that sums them up. */
export function renderFindings(findings: readonly Finding[], paint: Paint): string {
  const width = Math.max(...findings.map(({ subject }) => subject.length))
  const lines = findings.flatMap(({ subject, status, message, remedy }) => [
    `${paint(styles[status], status.padEnd(7))}  ${subject.padEnd(width)}  ${message}`,
    ...(remedy === undefined ? [] : [`${' '.repeat(width + 11)}-> ${remedy}`]),
  ])
  return [...lines, '', summarize(findings, paint)].join('\n')
}

function summarize(findings: readonly Finding[], paint: Paint): string {
  const count = (wanted: FindingStatus) => findings.filter(({ status }) => status === wanted).length
  const problems = count('problem')
  const warnings = describeCount(count('warning'), 'warning')
  if (problems > 0) return paint('bad', `${describeCount(problems, 'problem')}, ${warnings}`)
  const ready = paint('good', 'ready to run sandboxes')
  return count('warning') === 0 ? ready : `${ready}, ${paint('warning', warnings)}`
}

function describeCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** For programs: every field is there. */
export function renderFindingsAsJson(findings: readonly Finding[]): string {
  return printableJson(
    findings.map(({ remedy = null, ...rest }) => ({ ...rest, remedy })),
    2,
  )
}
