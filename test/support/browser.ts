/** What tests of the dashboard look for in a page. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Of axe: those that keep somebody from using the page. */
const impacts = ['serious', 'critical']

interface Violation {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

interface Finding {
  readonly id: string
  readonly places: readonly string[]
}

/** What somebody who cannot see well, or uses no mouse, would meet in what the page shows now. */
export async function findObstacles(page: Page, rules: 'all' | 'colours'): Promise<readonly Finding[]> {
  // Not by a script element: the policy of the page would refuse it.
  await page.evaluate(axeSource)
  const options = {
    resultTypes: ['violations'],
    ...(rules === 'colours' ? { runOnly: ['color-contrast'] } : {}),
  }
  const violations = await page.evaluate<readonly Violation[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )
  return violations
    .filter(({ impact }) => impacts.includes(impact))
    .map(({ id, nodes }) => ({
      id,
      places: nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`),
    }))
}

/** Fails with what the page has complained about since: an error of a script, or a breach of its policy. */
export function watchComplaints(page: Page): () => void {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    // The browser says this of each response that is an error.
    if (!message.text().startsWith('Failed to load resource')) complaints.push(message.text())
  })
  return () => expect(complaints).toEqual([])
}
