import type { LogEventTable } from '@cay/kit/log-events/log-event.ts'
import { logEvents } from '@cay/kit/log-events/log-events.ts'
import { expect, test } from 'vitest'
import { renderPage } from '../log-events/page.ts'
import { read, sources } from './tree.ts'

const tables: Readonly<Record<string, LogEventTable>> = logEvents

const eventName = /^[a-z][a-z_]*(\.[a-z][a-z_]*)+$/

/** Names of events in the lines of each package, by the form that they all have. */
const logged = Map.groupBy(
  sources()
    .filter((path) => !path.includes('/log-events/'))
    .flatMap((path) =>
      [...read(path).matchAll(/\bevent: ('[^']+'(?: : '[^']+')?|.*)/g)]
        .flatMap(namesOf)
        .map((name) => ({ folder: path.split('/')[1] ?? '', name })),
    ),
  ({ folder }) => folder,
)

function loggedIn(folder: string): Set<string> {
  return new Set(logged.get(folder)?.map(({ name }) => name))
}

function namesOf([, text = '']: RegExpExecArray): string[] {
  return [...text.matchAll(/'([^']+)'/g)].map(([, name = '']) => name).filter((name) => eventName.test(name))
}

const folders: readonly (readonly [string, string])[] = Object.keys(tables).map((service) => [
  service,
  service === 'service' ? 'kit' : service,
])

test('docs/log-events.md has the events of the tables, and says of each what its table says', () => {
  const page = read('docs/log-events.md')
  expect(page, 'run `npm run log-events`').toBe(renderPage(page))
})

test('events are named in lower case with dots, and described in sentences', () => {
  const odd = Object.values(tables)
    .flatMap((table) => Object.entries(table))
    .filter(
      ([name, { when, action = 'None.' }]) =>
        !eventName.test(name) || !/\.$/.test(when) || !/\.$/.test(action),
    )
    .map(([name]) => name)
  expect(odd).toEqual([])
})

test.each(folders)('every event in the table of %s is logged there', (service, folder) => {
  const names = loggedIn(folder)
  expect(Object.keys(tables[service] ?? {}).filter((name) => !names.has(name))).toEqual([])
})

test.each(folders)('every event that %s logs is in its table', (service, folder) => {
  const known = new Set([...Object.keys(tables[service] ?? {}), ...Object.keys(logEvents.service)])
  expect([...loggedIn(folder)].filter((name) => !known.has(name))).toEqual([])
})
