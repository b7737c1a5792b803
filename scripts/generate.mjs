// Makes everything under packages/contract/src/gen from spec/: protobuf messages, and for the control API the types and
// the validators of params, queries, bodies and responses. The result is committed and imports nothing at run time.
// Usage: node scripts/generate.mjs [directory that stands for the repository's root in the output]
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import standaloneCode from 'ajv/dist/standalone/index.js'
import addFormats from 'ajv-formats'
import { build } from 'esbuild'
import openapiTS, { astToString } from 'openapi-typescript'
import { parse } from 'yaml'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const headLine = '// Generated from spec/ by `npm run generate`. Do not edit.\n'
const methods = ['get', 'post', 'put', 'patch', 'delete']

export async function generate(outputRoot) {
  const gen = join(outputRoot, 'packages/contract/src/gen')
  mkdirSync(join(gen, 'control'), { recursive: true })
  generateProtobuf(outputRoot)
  const specFile = join(root, 'spec/control.openapi.yaml')
  const spec = parse(readFileSync(specFile, 'utf8'))
  const operations = readOperations(spec)
  writeFileSync(
    join(gen, 'control/api.d.ts'),
    headLine + astToString(await openapiTS(new URL(`file://${specFile}`))),
  )
  // A clone is as old as its spec: what is served is what was generated.
  writeFileSync(
    join(gen, 'control/document.js'),
    `${headLine}export const document = ${JSON.stringify(spec, null, 1)}\n`,
  )
  writeFileSync(join(gen, 'control/document.d.ts'), headLine + documentTypes)
  writeFileSync(join(gen, 'control/operations.d.ts'), headLine + renderOperationTypes(operations))
  writeFileSync(join(gen, 'control/operations.js'), headLine + (await bundleOperations(spec, operations)))
}

const documentTypes = `/** The whole description of the control API. */
export declare const document: { readonly [part: string]: unknown }
`

function generateProtobuf(outputRoot) {
  const bin = join(root, 'node_modules/.bin')
  execFileSync(join(bin, 'buf'), ['generate', '--output', join(outputRoot, 'spec')], {
    cwd: join(root, 'spec'),
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
    stdio: 'inherit',
  })
}

/** One flat record per operation, so that nothing below has to know how OpenAPI nests them. */
function readOperations(spec) {
  const operations = []
  for (const [path, item] of Object.entries(spec.paths)) {
    for (const method of methods.filter((name) => item[name] !== undefined)) {
      const operation = item[method]
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) =>
        follow(spec, parameter),
      )
      operations.push({
        id: operation.operationId,
        method: method.toUpperCase(),
        url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
        isPublic: operation.security?.length === 0,
        isAdmin: operation.security?.some((scheme) => 'AdminToken' in scheme) === true,
        parameters,
        listQueries: parameters
          .filter(({ in: place, schema }) => place === 'query' && schema.type === 'array')
          .map(({ name }) => name),
        bodyUse:
          operation.requestBody === undefined
            ? 'none'
            : operation.requestBody.required
              ? 'required'
              : 'optional',
        body: operation.requestBody?.content['application/json'].schema,
        responses: Object.entries(operation.responses).map(([status, response]) => ({
          status,
          schema: follow(spec, response).content?.['application/json']?.schema,
        })),
      })
    }
  }
  return operations
}

function follow(spec, value) {
  if (value.$ref === undefined) return value
  return value.$ref
    .slice(2)
    .split('/')
    .reduce((node, key) => node[key], spec)
}

/** Requests are filled with the defaults; only what travels as text (params and queries) is coerced. Responses are judged as they are. */
const voices = {
  text: { useDefaults: true, coerceTypes: true },
  body: { useDefaults: true },
  response: {},
}

async function bundleOperations(spec, operations) {
  const modules = Object.fromEntries(
    Object.entries(voices).map(([voice, options]) => [voice, compileVoice(spec, operations, voice, options)]),
  )
  const entry = [
    ...Object.keys(voices).map((voice) => `import * as ${voice} from 'validators:${voice}'`),
    'export const operations = {',
    ...operations.map(renderOperation),
    '}',
  ].join('\n')
  const result = await build({
    stdin: { contents: entry, resolveDir: root },
    bundle: true,
    format: 'esm',
    target: 'node24',
    charset: 'utf8',
    write: false,
    legalComments: 'none',
    absWorkingDir: root,
    plugins: [
      {
        name: 'validators',
        setup(build) {
          build.onResolve({ filter: /^validators:/ }, ({ path }) => ({ path, namespace: 'validators' }))
          build.onLoad({ filter: /.*/, namespace: 'validators' }, ({ path }) => ({
            contents: modules[path.slice('validators:'.length)],
            resolveDir: root,
          }))
        },
      },
    ],
  })
  return result.outputFiles[0].text
}

function compileVoice(spec, operations, voice, options) {
  const ajv = new Ajv({
    ...options,
    strictTypes: false,
    inlineRefs: false,
    messages: false,
    code: { source: true, esm: true },
  })
  addFormats(ajv)
  ajv.addSchema({ $id: 'control', $defs: withLocalRefs(spec.components.schemas) })
  const names = {}
  for (const operation of operations) {
    for (const [name, schema] of Object.entries(schemasOf(operation, voice))) {
      if (names[name] === undefined) ajv.addSchema({ $id: name, ...withLocalRefs(schema) })
      names[name] = name
    }
  }
  return standaloneCode(ajv, names)
}

function schemasOf(operation, voice) {
  const { id, body, parameters, responses } = operation
  if (voice === 'text') {
    return {
      [`${id}Params`]: parametersSchema(parameters, 'path'),
      [`${id}Query`]: parametersSchema(parameters, 'query'),
    }
  }
  if (voice === 'body') return body === undefined ? {} : { [`${id}Body`]: body }
  return Object.fromEntries(
    responses
      .filter(({ schema }) => schema !== undefined)
      .map((response) => [responseName(id, response), response.schema]),
  )
}

/** Most answers are one component, above all the error: those share one validator. */
function responseName(id, { status, schema }) {
  return schema.$ref === undefined ? `${id}Response${status}` : `is${schema.$ref.split('/').at(-1)}`
}

function parametersSchema(parameters, place) {
  const here = parameters.filter((parameter) => parameter.in === place)
  return {
    type: 'object',
    required: here.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(here.map(({ name, schema }) => [name, schema])),
  }
}

function withLocalRefs(schema) {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"control#/$defs/'))
}

function renderOperation({ id, method, url, isPublic, isAdmin, listQueries, bodyUse, responses }) {
  const byStatus = responses.map(
    ({ status, schema }) =>
      `${status}: ${schema === undefined ? 'null' : `response.${responseName(id, { status, schema })}`}`,
  )
  return `  ${id}: { id: '${id}', method: '${method}', url: '${url}', isPublic: ${isPublic}, isAdmin: ${isAdmin}, listQueries: ${JSON.stringify(listQueries)}, bodyUse: '${bodyUse}',
    params: text.${id}Params, query: text.${id}Query, body: ${bodyUse === 'none' ? 'null' : `body.${id}Body`}, responses: { ${byStatus.join(', ')} } },`
}

function renderOperationTypes(operations) {
  const lines = operations.map(({ id }) => `  readonly ${id}: Operation<Spec['${id}']>`)
  return `import type { operations as Spec } from './api.js'

export interface ValidationFault {
  readonly instancePath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
}

export interface Validate<T> {
  (data: unknown): data is T
  readonly errors?: readonly ValidationFault[] | null
}

type ParamsOf<O> = O extends { parameters: { path: infer P } } ? P : Record<string, never>
type QueryOf<O> = O extends { parameters: { query?: infer Q } } ? ([Q] extends [undefined] ? Record<string, never> : NonNullable<Q>) : never
type BodyOf<O> = O extends { requestBody: { content: { 'application/json': infer B } } }
  ? B
  : O extends { requestBody?: { content: { 'application/json': infer B } } }
    ? B | undefined
    : undefined

/** One row per operation of the spec: where it is, and what may travel there. */
export interface Operation<O> {
  readonly id: string
  readonly method: ${methods.map((method) => `'${method.toUpperCase()}'`).join(' | ')}
  /** With \`:name\` for each parameter. */
  readonly url: string
  /** Takes no credential. */
  readonly isPublic: boolean
  /** Takes the installation's own token instead of a team's key. */
  readonly isAdmin: boolean
  /** Queries that hold a comma list. */
  readonly listQueries: readonly string[]
  readonly bodyUse: 'required' | 'optional' | 'none'
  readonly params: Validate<ParamsOf<O>>
  readonly query: Validate<QueryOf<O>>
  readonly body: Validate<NonNullable<BodyOf<O>>> | null
  /** By status; null where there is no JSON body. */
  readonly responses: Readonly<Record<number, Validate<unknown> | null>>
}

export type OperationId = keyof Spec
export type RequestOf<Id extends OperationId> = {
  readonly params: ParamsOf<Spec[Id]>
  readonly query: QueryOf<Spec[Id]>
  readonly body: BodyOf<Spec[Id]>
}

export declare const operations: {
${lines.join('\n')}
}
`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await generate(process.argv[2] ?? root)
