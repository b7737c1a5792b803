import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorTable } from '@cay/core/errors.ts'
import {
  endReasons,
  type Outcome,
  requests,
  states,
  transitions,
  visibleStates,
} from '@cay/core/sandbox/state.ts'
import { expect, test } from 'vitest'

const page = readFileSync(join(import.meta.dirname, '../../docs/lifecycle.md'), 'utf8')

/** The cells of the table under a heading, without its head. */
function rowsUnder(heading: string): string[][] {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? ''
  const lines = section.split('\n').filter((line) => line.startsWith('| '))
  return lines.slice(1).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

test('the page has every state and says what callers see of it', () => {
  const shown = states.map((state) => {
    const visible = visibleStates[state]
    return [`\`${state}\``, visible === undefined ? 'nothing' : `\`${visible}\``]
  })
  expect(rowsUnder('States').map((row) => row.slice(0, 2))).toEqual(shown)
})

test('the page says what every request gets in every state', () => {
  const wanted = requests.map((request) => [
    `\`${request}\``,
    ...states.map((state) => render(transitions[state][request])),
  ])
  expect(rowsUnder('What a request gets')).toEqual(wanted)
})

function render(outcome: Outcome): string {
  if (outcome.kind === 'refuse') return String(errorTable[outcome.code].http)
  return outcome.kind === 'go' ? `→ \`${outcome.to}\`` : outcome.kind
}

test('the page has every reason of an end', () => {
  expect(rowsUnder('Ends').map(([reason]) => reason)).toEqual(endReasons.map((reason) => `\`${reason}\``))
})
