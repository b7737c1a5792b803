/** Values that a schema of the document allows, and such values with something wrong in one place. */
import { document } from '@cay/contract/gen/control/document.js'
import fc from 'fast-check'

/** As much of JSON Schema as the document uses. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly allOf?: readonly Schema[]
}

/** Follows references; a schema of several parts becomes one. */
export function resolve(schema: Schema): Schema {
  if (schema.$ref !== undefined) return resolve(follow(schema.$ref) as Schema)
  if (schema.allOf === undefined) return schema
  const parts = schema.allOf.map(resolve)
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required }) => required ?? []),
  }
}

export function follow(pointer: string): unknown {
  return pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Readonly<Record<string, unknown>>)[key], document)
}

/** Names and texts that mean something somewhere are met more often than by chance. */
const tellingTexts = fc.constantFrom('base', 'default', 'a', '0.0.0.0/0', 'example.com', 'ä&=+/% ', '', ' ')
const anyText = fc.oneof(
  tellingTexts,
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
)

export function valid(given: Schema, depth = 0): fc.Arbitrary<unknown> {
  const schema = resolve(given)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const types = [schema.type ?? 'any'].flat()
  return fc.oneof(...types.map((type) => ofType(type, schema, depth)))
}

function ofType(type: string, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  switch (type) {
    case 'string':
      return textOf(schema)
    case 'integer':
      return fc.oneof(
        fc.constantFrom(...bounds(schema)),
        fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 300 }),
      )
    case 'number':
      return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 1e6, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valid(schema.items ?? {}, depth + 1), { maxLength: Math.min(schema.maxItems ?? 4, 4) })
    case 'object':
      return depth > 5 ? fc.constant({}) : objectOf(schema, depth)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

/** What is just allowed, by the schema or by the size of the number. */
function bounds({ minimum = 0, maximum, format }: Schema): number[] {
  const greatest = format === 'int64' ? Number.MAX_SAFE_INTEGER : 2 ** 31 - 1
  return [minimum, maximum ?? greatest]
}

function textOf({ format, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid()
  if (format === 'date-time')
    return fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
      .map((date) => date.toISOString())
  const fitting = anyText.filter(({ length }) => length >= minLength && length <= maxLength)
  return fc.oneof(
    fitting,
    fc.constantFrom('x'.repeat(Math.max(1, minLength)), 'x'.repeat(Math.min(maxLength, 2000))),
  )
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema, depth: number) {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, valid(schema, depth + 1)]),
  )
  const named = fc.record(fields, { requiredKeys: required.filter((name) => name in fields) })
  if (typeof additionalProperties !== 'object') return named
  const more = fc.dictionary(anyText, valid(additionalProperties, depth + 1), { maxKeys: 3 })
  return fc.tuple(named, more).map(([own, others]) => ({ ...others, ...own }))
}

const wrongValues = fc.oneof(
  fc.constantFrom(null, true, -1, 0, 0.5, 2 ** 31, 2 ** 53, 1e308, '', 'x', '\u0000', '\ud800', [], {}),
  fc.constantFrom('x'.repeat(70_000), [[[[[[]]]]]], { $ref: '#' }, { toString: 1 }, { length: -1 }),
  fc.jsonValue({ maxDepth: 3 }),
)
const strangeNames = ['__proto__', 'constructor', 'prototype', 'toString', 'x', '', '\u0000', 'a'.repeat(300)]

type Mutation = {
  readonly kind: 'replace' | 'drop' | 'add' | 'nudge'
  readonly at: number
  readonly value: unknown
  readonly name: string
}

const anyMutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom('replace', 'drop', 'add', 'nudge'),
  at: fc.nat(1000),
  value: wrongValues,
  name: fc.constantFrom(...strangeNames),
})

export function mutated(schema: Schema): fc.Arbitrary<unknown> {
  return fc.tuple(valid(schema), anyMutation).map(([value, mutation]) => {
    const parents = containersIn(value)
    const parent = parents[mutation.at % Math.max(1, parents.length)]
    if (parent === undefined) return mutation.value
    mutate(parent, mutation)
    return value
  })
}

/** Every object and list in a value, and a list of the value itself. */
function containersIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return []
  return [value, ...Object.values(value).flatMap(containersIn)]
}

function mutate(parent: object, { kind, at, value, name }: Mutation): void {
  const keys = Object.keys(parent)
  const key = keys[at % Math.max(1, keys.length)] ?? name
  const now: unknown = Reflect.get(parent, key)
  if (kind === 'drop') Reflect.deleteProperty(parent, key)
  // Defined and not set: of this name it would become the prototype, and never be sent.
  else if (kind === 'add') define(parent, name, value)
  else if (kind === 'nudge' && typeof now === 'number') define(parent, key, now + (at % 2 === 0 ? 1 : -1))
  else define(parent, key, value)
}

function define(parent: object, key: string, value: unknown): void {
  Object.defineProperty(parent, key, { value, enumerable: true, configurable: true, writable: true })
}
