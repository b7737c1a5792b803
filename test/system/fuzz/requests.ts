/** Requests to every operation of the document: as it says, or with something wrong in the path, the query or the body. */
import { document } from '@cay/contract/gen/control/document.js'
import fc from 'fast-check'
import { follow, mutated, type Schema, valid } from './values.ts'

export interface FuzzRequest {
  readonly operation: string
  readonly isAdmin: boolean
  readonly method: string
  /** With the query, as it goes over the wire. */
  readonly target: string
  readonly contentType: string | undefined
  readonly body: Buffer | undefined
}

interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Schema
}

interface OperationInDocument {
  readonly operationId: string
  readonly security?: readonly object[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } }
}

type PathItem = { readonly parameters?: readonly Parameter[] } & Readonly<Record<string, OperationInDocument>>

const methods = ['get', 'post', 'put', 'patch', 'delete']

/** Ids that are there, by the name of the parameter. */
export type Living = Readonly<Record<string, readonly string[]>>

export function anyRequest(living: Living): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(...allOperations().map((operation) => requestTo(operation, living)))
}

export interface Operation {
  readonly id: string
  readonly isAdmin: boolean
  readonly path: string
  readonly method: string
  readonly parameters: readonly Parameter[]
  /** Of the body; undefined when it takes none. */
  readonly schema: Schema | undefined
}

/** All that take a credential. */
export function allOperations(): Operation[] {
  return Object.entries(document.paths as Readonly<Record<string, PathItem>>).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      if (operation === undefined || operation.security?.length === 0) return []
      const given = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
      return [
        {
          ...{ id: operation.operationId, path, method: method.toUpperCase() },
          isAdmin: operation.security?.some((scheme) => 'AdminToken' in scheme) === true,
          parameters: given.map((one) => (one.$ref === undefined ? one : follow(one.$ref)) as Parameter),
          schema: operation.requestBody?.content['application/json'].schema,
        },
      ]
    }),
  )
}

function requestTo(operation: Operation, living: Living): fc.Arbitrary<FuzzRequest> {
  const { id, isAdmin, path, method, parameters, schema } = operation
  return fc
    .record({
      segments: pathOf(path, living),
      query: queryOf(parameters.filter((one) => one.in === 'query')),
      body: schema === undefined ? anyUnwantedBody : anyBody(schema),
      contentType: anyContentType,
    })
    .map(({ segments, query, body, contentType }) => ({
      operation: id,
      isAdmin,
      method,
      target: query === '' ? segments : `${segments}?${query}`,
      contentType,
      body: method === 'GET' ? undefined : body,
    }))
}

/** Percent-encoded, or broken: half a character, a character that is none, a null, a slash, dots, an id twice. */
const strangeSegments = fc.constantFrom(
  ...[
    '%',
    '%zz',
    '%c3',
    '%ff%fe',
    '%00',
    '%2e%2e',
    '..',
    '.',
    '%2f',
    'a%2fb',
    'a:b',
    'a/b',
    '',
    '-',
    'a-b-c',
  ],
  ...['__proto__', 'constructor', 'default%2Fbase%3Adefault', 'x'.repeat(600), '%F0%9F%98%80', '%ED%A0%80'],
)
const anySegment = fc.oneof(
  strangeSegments,
  fc.stringMatching(/^[a-z0-9-]{1,30}$/),
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
)

function pathOf(path: string, living: Living): fc.Arbitrary<string> {
  const parts = path.split('/').map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (name === undefined) return fc.constant(part)
    const known = (living[name] ?? []).map(encodeURIComponent)
    return known.length === 0 ? anySegment : fc.oneof(fc.constantFrom(...known), anySegment)
  })
  const twist = fc.constantFrom('none', 'none', 'none', 'none', 'none', 'doubleSlash', 'twice', 'trailing')
  return fc.tuple(twist, fc.tuple(...parts)).map(([kind, segments]) => {
    const plain = segments.join('/')
    if (kind === 'doubleSlash') return plain.replace('/', '//')
    if (kind === 'twice') return `${plain}/${segments.at(-1)}`
    return kind === 'trailing' ? `${plain}/` : plain
  })
}

const anyPair = fc
  .tuple(
    fc.constantFrom('limit', 'nextToken', 'x', '__proto__', 'state', 'metadata'),
    fc.string({ maxLength: 20 }),
  )
  .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
const brokenPair = fc.constantFrom(
  '%',
  '=',
  '&&',
  'limit',
  'limit=%zz',
  'metadata=%ff',
  'metadata=%25ff',
  'a[]=1',
  'state=,,',
)

function queryOf(parameters: readonly Parameter[]): fc.Arbitrary<string> {
  const own = parameters.map(({ name, schema }) =>
    fc.oneof(valid(schema), mutated(schema)).map((value) => {
      const text = [value]
        .flat()
        .map((each) => (typeof each === 'object' ? JSON.stringify(each) : String(each)))
        .join(',')
      return `${name}=${encodeURIComponent(text.toWellFormed()).slice(0, 4000)}`
    }),
  )
  const pairs = fc.oneof(...own, ...own, anyPair, brokenPair)
  return fc.array(pairs, { maxLength: 4 }).map((all) => all.join('&'))
}

const anyContentType = fc.constantFrom(
  ...['application/json', 'application/json', 'application/json', undefined, 'text/plain'],
  ...[
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/json; charset=utf-16',
    'x',
    '/',
  ],
)

const depth = 100_000
const brokenBodies = fc.constantFrom(
  ...['', ' ', '{', '[1,', 'null', '1', '"x"', 'NaN', '{"a":1}}', '\ufeff{}', '{"__proto__":{"x":1}}'].map(
    (text) => Buffer.from(text),
  ),
  ...['[', '{"a":'].map((piece) => Buffer.from(piece.repeat(depth))),
  Buffer.from('['.repeat(depth) + ']'.repeat(depth)),
  Buffer.from([0x22, 0xff, 0xfe, 0xc3, 0x28, 0x22]),
  Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
)
const anyUnwantedBody = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: brokenBodies },
)

function anyBody(schema: Schema): fc.Arbitrary<Buffer | undefined> {
  const asJson = (value: unknown) => Buffer.from(JSON.stringify(value) ?? 'null')
  return fc.oneof(
    { weight: 6, arbitrary: valid(schema).map(asJson) },
    { weight: 10, arbitrary: mutated(schema).map(asJson) },
    { weight: 2, arbitrary: anyUnwantedBody },
  )
}
