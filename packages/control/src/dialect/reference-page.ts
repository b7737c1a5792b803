/**
 * The description of the API as a page for people: one file that loads nothing. Everything in it comes from the document
 * and is escaped; references are followed by links, so a page shows each shape once.
 */

const methods = ['get', 'post', 'put', 'patch', 'delete']

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 60rem; padding: 1rem }
nav { columns: 20rem; font-size: .85rem; margin-bottom: 2rem } nav a { display: block }
article { border-top: 1px solid #8884; padding: .5rem 0 }
h2, h3 { margin: .6rem 0 .2rem } code { font-family: ui-monospace, monospace; overflow-wrap: anywhere }
table { border-collapse: collapse; font-size: .9rem; width: 100% }
td, th { border-bottom: 1px solid #8883; padding: .2rem .6rem .2rem 0; text-align: left; vertical-align: top }
`

export function renderReferencePage(document: unknown): string {
  const operations = operationsOf(document)
  const schemas = Object.entries(recordAt(document, 'components', 'schemas'))
  const info = recordAt(document, 'info')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeText(info.title)}</title><style>${style}</style></head><body>
<h1>${escapeText(info.title)} ${escapeText(info.version)}</h1>
<p>${escapeText(info.description)} As JSON: <a href="openapi.json">openapi.json</a>.</p>
<nav>${operations.map(({ id, method, path }) => `<a href="#${escapeText(id)}">${method} ${escapeText(path)}</a>`).join('')}</nav>
${operations.map((operation) => renderOperation(document, operation)).join('\n')}
<h2>Shapes</h2>
${schemas.map(([name, schema]) => `<article id="shape-${escapeText(name)}"><h3>${escapeText(name)}</h3>${renderShape(schema)}</article>`).join('\n')}
</body></html>
`
}

interface ShownOperation {
  readonly id: unknown
  readonly method: string
  readonly path: string
  readonly operation: Record<string, unknown>
  readonly parameters: readonly unknown[]
}

function operationsOf(document: unknown): ShownOperation[] {
  return Object.entries(recordAt(document, 'paths')).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = recordAt(item, method)
      if (operation.operationId === undefined) return []
      const parameters = [...listAt(item, 'parameters'), ...listAt(operation, 'parameters')]
      return [{ id: operation.operationId, method: method.toUpperCase(), path, operation, parameters }]
    }),
  )
}

function renderOperation(
  document: unknown,
  { id, method, path, operation, parameters }: ShownOperation,
): string {
  const body = recordAt(operation, 'requestBody')
  const rows = parameters.map((parameter) => {
    const { name, in: place, description, schema, required } = follow(document, parameter)
    return [
      `<code>${escapeText(name)}</code>`,
      escapeText(place),
      describe(schema, required === true),
      escapeText(description),
    ]
  })
  const answers = Object.entries(recordAt(operation, 'responses')).map(([status, answer]) => {
    const { description, content } = follow(document, answer)
    return [escapeText(status), shapeIn(content), escapeText(description)]
  })
  return `<article id="${escapeText(id)}"><h2><code>${method} ${escapeText(path)}</code></h2>
<p><strong>${escapeText(operation.summary)}.</strong> ${escapeText(operation.description)} ${credentialOf(operation)}</p>
${table(['Parameter', 'In', 'Type', ''], rows)}
${body.content === undefined ? '' : `<p>Body${body.required === true ? '' : ', optional'}: ${shapeIn(body.content)}</p>`}
${table(['Status', 'Body', ''], answers)}</article>`
}

function credentialOf({ security }: Record<string, unknown>): string {
  if (!Array.isArray(security)) return 'Takes an API key.'
  return security.length === 0 ? 'Takes no credential.' : 'Takes the admin token.'
}

function shapeIn(content: unknown): string {
  return Object.values(recordAt(content))
    .map((media) => describe(recordAt(media).schema, true))
    .join(' or ')
}

function renderShape(schema: unknown): string {
  const { allOf, properties, description } = recordAt(schema)
  if (Array.isArray(allOf)) return allOf.map((part) => renderPart(part)).join('')
  if (properties === undefined) return `<p>${describe(schema, true)} ${escapeText(description)}</p>`
  return `<p>${escapeText(description)}</p>${propertyTable(schema)}`
}

function renderPart(part: unknown): string {
  return recordAt(part).$ref === undefined
    ? propertyTable(part)
    : `<p>All of ${describe(part, true)}, and</p>`
}

function propertyTable(schema: unknown): string {
  const required = listAt(schema, 'required')
  const rows = Object.entries(recordAt(schema, 'properties')).map(([name, property]) => [
    `<code>${escapeText(name)}</code>`,
    describe(property, required.includes(name)),
    escapeText(recordAt(property).description),
  ])
  return table(['Field', 'Type', ''], rows)
}

/** A type in one line: `integer 1…100, default 100`. */
function describe(schema: unknown, isRequired: boolean): string {
  const shape = recordAt(schema)
  const { enum: values, minimum, maximum, minLength, maxLength, format } = shape
  const bounds = [
    minimum === undefined && maximum === undefined ? '' : `${minimum ?? ''}…${maximum ?? ''}`,
    minLength === undefined && maxLength === undefined
      ? ''
      : `${minLength ?? 0}…${maxLength ?? ''} characters`,
    Array.isArray(values) ? `one of ${values.map(String).join(', ')}` : '',
    typeof format === 'string' ? format : '',
    shape.default === undefined ? '' : `default ${JSON.stringify(shape.default)}`,
  ]
  const notes = bounds.filter((note) => note !== '').map((note) => `, ${escapeText(note)}`)
  return `${typeOf(shape)}${notes.join('')}${isRequired ? '' : ', optional'}`
}

function typeOf(shape: Record<string, unknown>): string {
  const { $ref, type, items, additionalProperties, properties } = shape
  if (typeof $ref === 'string') {
    const name = escapeText($ref.split('/').at(-1))
    return `<a href="#shape-${name}">${name}</a>`
  }
  if (items !== undefined) return `array of ${describe(items, true)}`
  if (properties !== undefined) {
    const fields = Object.entries(recordAt(properties)).map(([name, field]) => {
      return `${escapeText(name)}: ${describe(field, listAt(shape, 'required').includes(name))}`
    })
    return `object {${fields.join('; ')}}`
  }
  if (typeof additionalProperties === 'object') return `map to ${describe(additionalProperties, true)}`
  return escapeText(Array.isArray(type) ? type.join(' or ') : (type ?? 'anything'))
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (tag: string, cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
  return `<table>${line('th', head)}${rows.map((row) => line('td', row)).join('')}</table>`
}

function follow(document: unknown, value: unknown): Record<string, unknown> {
  const { $ref } = recordAt(value)
  return typeof $ref === 'string' ? recordAt(document, ...$ref.slice(2).split('/')) : recordAt(value)
}

/** Empty where there is none. */
function recordAt(value: unknown, ...path: readonly string[]): Record<string, unknown> {
  const [name, ...rest] = path
  const record = typeof value === 'object' && value !== null ? { ...value } : {}
  const entry = Object.entries(record).find(([key]) => key === name)?.[1]
  return name === undefined ? Object.fromEntries(Object.entries(record)) : recordAt(entry, ...rest)
}

function listAt(value: unknown, name: string): readonly unknown[] {
  const list = recordAt(value)[name]
  return Array.isArray(list) ? list : []
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Of what is no text, nothing. */
function escapeText(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? '') : ''
}
