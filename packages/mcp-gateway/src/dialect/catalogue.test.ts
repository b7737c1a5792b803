/** The catalogue against the types of the official client. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { catalogue } from './catalogue.ts'
import { unpublishedServers } from './unpublished-servers.ts'

const types = readFileSync(fileURLToPath(import.meta.resolve('e2b')).replace(/\.m?js$/, '.d.ts'), 'utf8')
const interfaceOfServer = new Map(
  [...bodyOf('McpServer').matchAll(/^ {2}(\w+)\?: ([\w$]+);$/gm)].map(([, name = '', type = '']) => [
    name,
    type,
  ]),
)

/** What stands between the braces of an interface that has no others. */
function bodyOf(type: string): string {
  return new RegExp(`^interface ${type.replace('$', '\\$')} \\{([^}]*)\\}`, 'm').exec(types)?.[1] ?? ''
}

test('every server of the client is in the catalogue or refused by name, and there are no others', () => {
  const known = [...Object.keys(catalogue), ...unpublishedServers].sort()
  expect(interfaceOfServer.size).toBeGreaterThan(200)
  expect(known).toEqual([...interfaceOfServer.keys()].sort())
})

test.each(Object.entries(catalogue))('%s takes the fields that the client has for it', (name, entry) => {
  const declared = [...bodyOf(interfaceOfServer.get(name) ?? '').matchAll(/^ {2}(\w+)\??: /gm)].map(
    ([, field]) => field,
  )
  const taken = [
    ...entry.args.flatMap((arg) => (typeof arg === 'string' ? [] : [arg.field])),
    ...Object.keys(entry.env),
    ...entry.ignored,
  ]
  expect(taken.sort()).toEqual(declared.sort())
})
