/**
 * Each integer, cursor and instant that the document has a place for, in a request that is right but for that one value:
 * the ends of every width a number may be stored in, what is just beyond them, and what is no such number at all.
 */
import { allOperations, type FuzzRequest, type Living, type Operation } from './requests.ts'
import { resolve, type Schema } from './values.ts'

const powers = [31, 32, 53, 63, 64].flatMap((bits) =>
  [-1n, 0n, 1n].flatMap((step) => [2n ** BigInt(bits) + step, -(2n ** BigInt(bits)) + step]),
)
/** As they are written in JSON. */
const numbers = [
  ...powers.map(String),
  '-1',
  '0',
  '1',
  '0.5',
  '1e15',
  '1e16',
  '1e300',
  '1e400',
  '9'.repeat(400),
]
const notNumbers = ['', 'NaN', 'Infinity', '0x10', '1,2', '%00']

const instants = [
  ...['0000-01-01T00:00:00.000Z', '0001-01-01T00:00:00Z', '1969-12-31T23:59:59.999Z', '1970-01-01T00:00:00Z'],
  ...[
    '9999-12-31T23:59:59.999Z',
    '9999-12-31T23:59:60Z',
    '9999-12-31T23:59:59-23:59',
    '+275760-09-13T00:00:00Z',
  ],
  '2026-02-31T00:00:00Z',
]
const tokens = [
  ...instants.map((instant) => `${instant}__x`),
  ...powers.map((id) => `2026-01-01T00:00:00.000Z__${id}`),
]
  .flatMap((text) => [text, `${text}__asc`])
  .map((text) => Buffer.from(text).toString('base64url'))
const pageCursors = ['f', 'b', 'forward-', 'backward-'].flatMap((direction) =>
  ['0', '999999999', '9'.repeat(16), 'zzzzzzzzzz', 'zzzzzzzzzzz', 'z'.repeat(400)].map(
    (number) => `${direction}${number}`,
  ),
)

/** What goes where a parameter of this name is asked for. */
const texts: Readonly<Record<string, readonly string[]>> = {
  nextToken: tokens,
  pageCursor: pageCursors,
  startedAfter: instants,
}

export function extremeRequests(living: Living): FuzzRequest[] {
  return allOperations().flatMap((operation) => [...inQuery(operation, living), ...inBody(operation, living)])
}

function inQuery({ path, parameters, ...operation }: Operation, living: Living): FuzzRequest[] {
  const queries = parameters.filter((one) => one.in === 'query')
  const required = queries
    .filter((one) => one.required === true)
    .map(({ name, schema }) => [name, textOf(schema)])
  return queries.flatMap(({ name, schema }) =>
    (texts[name] ?? (isInteger(schema) ? [...numbers, ...notNumbers] : [])).map((value) => ({
      ...base(operation),
      target: `${fill(path, living)}?${[...required, [name, value]].map(pairOf).join('&')}`,
      contentType: undefined,
      body: undefined,
    })),
  )
}

const pairOf = ([name, value]: readonly (string | undefined)[]) =>
  `${name}=${encodeURIComponent(value ?? '')}`

/** Stands where the number goes: no JSON that JavaScript writes has numbers of this size. */
const gap = '@number@'

function inBody({ path, schema, ...operation }: Operation, living: Living): FuzzRequest[] {
  if (schema === undefined) return []
  return integersIn(schema).flatMap((place) =>
    numbers.map((number) => ({
      ...base(operation),
      target: fill(path, living),
      contentType: 'application/json',
      body: Buffer.from(JSON.stringify(put(example(schema), place)).replaceAll(`"${gap}"`, number)),
    })),
  )
}

function base({ id, isAdmin, method }: Pick<Operation, 'id' | 'isAdmin' | 'method'>) {
  return { operation: id, isAdmin, method }
}

function fill(path: string, living: Living): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(living[name]?.[0] ?? 'x'))
}

const isInteger = (schema: Schema) => [resolve(schema).type].flat().includes('integer')

/** The way to each integer, by names; lists are entered by their first item. */
function integersIn(given: Schema, depth = 0): string[][] {
  const schema = resolve(given)
  if (isInteger(schema)) return [[]]
  if (depth > 5) return []
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
    integersIn(each, depth + 1).map((rest) => [name, ...rest]),
  )
  return schema.items === undefined
    ? inside
    : [...inside, ...integersIn(schema.items, depth + 1).map((rest) => ['0', ...rest])]
}

function put(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return gap
  if (name === '0') return [put(undefined, rest)]
  const now = typeof value === 'object' && value !== null ? value : {}
  return { ...now, [name]: put(Reflect.get(now, name), rest) }
}

/** Only what is required, and right. */
function example(given: Schema): unknown {
  const schema = resolve(given)
  const type = [schema.type].flat()[0]
  if (type !== 'object')
    return type === 'integer' ? (schema.minimum ?? 1) : type === 'boolean' ? true : textOf(schema)
  const names = schema.required ?? []
  return Object.fromEntries(names.map((name) => [name, example(schema.properties?.[name] ?? {})]))
}

function textOf(schema: Schema): string {
  return String(resolve(schema).enum?.[0] ?? 'base')
}
