/** How values are shown: as text, and in every other form that they have. */
import { inspect } from 'node:util'
import { emit } from './events.mjs'

const jupyterDisplay = Symbol.for('Jupyter.display')
/** Of more, the text alone is shown. */
const jsonCharactersMax = 1_000_000

const forms = {
  html: 'text/html',
  markdown: 'text/markdown',
  latex: 'text/latex',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpeg: 'image/jpeg',
  pdf: 'application/pdf',
  json: 'application/json',
  javascript: 'application/javascript',
}

/** Undefined for undefined. */
export async function render(value) {
  if (value === undefined) return undefined
  if (typeof value?.[jupyterDisplay] === 'function') return await value[jupyterDisplay]()
  const text = { 'text/plain': inspect(value) }
  const image = imageIn(value)
  if (image !== undefined) return { ...text, ...image }
  const json = isPlain(value) ? plainOf(value) : undefined
  return json === undefined ? text : { ...text, 'application/json': json }
}

/** Gives cells `display(value)` and `display.html(text)`; what it returns holds displays that are not done yet. */
export function installDisplay() {
  const pending = []
  const show = (data) => emit({ type: 'result', data, is_main_result: false })
  const display = (value) => {
    const done = render(value).then((data) => show(data ?? { 'text/plain': 'undefined' }))
    pending.push(done)
    return done
  }
  for (const [name, mime] of Object.entries(forms))
    display[name] = (content) => show({ [mime]: asContent(content, mime) })
  globalThis.display = display
  return pending
}

function asContent(content, mime) {
  if (!(content instanceof Uint8Array)) return content
  return Buffer.from(content).toString(mime.endsWith('xml') ? 'utf8' : 'base64')
}

function imageIn(value) {
  if (!(value instanceof Uint8Array)) return undefined
  const head = Buffer.from(value.subarray(0, 4)).toString('latin1')
  const mime = head === '\x89PNG' ? forms.png : head.startsWith('\xff\xd8\xff') ? forms.jpeg : undefined
  return mime === undefined ? undefined : { [mime]: Buffer.from(value).toString('base64') }
}

function isPlain(value) {
  if (Array.isArray(value)) return true
  if (value === null || typeof value !== 'object') return false
  const prototype = Object.getPrototypeOf(value)
  // Objects of other contexts have prototypes of their own.
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** Undefined for what JSON has no words for. */
function plainOf(value) {
  try {
    const text = JSON.stringify(value)
    return text.length > jsonCharactersMax ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
