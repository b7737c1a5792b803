/** What a cell is turned into, so that it is a script: types go, and imports become calls that a script may have. Pure. */
import { stripTypeScriptTypes } from 'node:module'
import { parse } from 'acorn'

const importCall = 'globalThis[Symbol.for("cay.import")]'
const holdCall = 'globalThis[Symbol.for("cay.hold")]'

const syntax = {
  ecmaVersion: 'latest',
  sourceType: 'script',
  allowImportExportEverywhere: true,
  allowAwaitOutsideFunction: true,
}

/** A cell that cannot be parsed is left as it is: what runs it says what is wrong. Throws SyntaxError for wrong types. */
export function toScript(code, language) {
  const readings = /^\s*\{/.test(code) && !/;\s*$/.test(code) ? [`(${code}\n)`, code] : [code]
  for (const reading of readings) {
    const script = readAs(reading, language)
    if (script !== undefined) return script
  }
  return language === 'typescript' ? withoutTypes(code) : code
}

function readAs(code, language) {
  try {
    const plain = language === 'typescript' ? withoutTypes(code) : code
    return applyEdits(plain, editsOf(parse(plain, syntax), plain))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function withoutTypes(code) {
  try {
    return stripTypeScriptTypes(code)
  } catch (error) {
    if (error.code !== 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX') throw error
    // Enumerations and the like are code, not only types.
    return stripTypeScriptTypes(code, { mode: 'transform' })
  }
}

function editsOf(program, code) {
  const edits = program.body.flatMap((node) => statementEdits(node, code))
  for (const { type, start } of nodesIn(program))
    if (type === 'ImportExpression') edits.push({ start, end: start + 'import'.length, text: importCall })
  for (const { type, argument } of nodesIn(program, isFunction))
    if (type === 'AwaitExpression')
      edits.push(
        { start: argument.start, end: argument.start, text: `${holdCall}(` },
        { start: argument.end, end: argument.end, text: ')' },
      )
  return edits.sort((a, b) => b.start - a.start)
}

function isFunction({ type }) {
  return /Function|^(StaticBlock|PropertyDefinition)/.test(type ?? '')
}

function statementEdits(node, code) {
  const whole = (text) => [{ start: node.start, end: node.end, text }]
  const head = (end) => [{ start: node.start, end, text: '' }]
  switch (node.type) {
    case 'ImportDeclaration':
      return whole(`${bindingOf(node)}await ${callOf(node, code)};`)
    case 'ExportAllDeclaration':
      return whole(`await ${callOf(node, code)};`)
    case 'ExportNamedDeclaration':
      if (node.declaration) return head(node.declaration.start)
      return whole(node.source ? `await ${callOf(node, code)};` : '')
    case 'ExportDefaultDeclaration':
      return head(node.declaration.start)
    default:
      return []
  }
}

function callOf({ source, attributes = [] }, code) {
  const pairs = attributes.map(({ key, value }) => code.slice(key.start, key.end) + ': ' + value.raw)
  return `${importCall}(${source.raw}${pairs.length === 0 ? '' : `, { with: { ${pairs.join(', ')} } }`})`
}

function bindingOf({ specifiers }) {
  const space = specifiers.find(({ type }) => type === 'ImportNamespaceSpecifier')
  const named = specifiers.filter((one) => one !== space)
  if (specifiers.length === 0) return ''
  if (space === undefined) return `const { ${named.map(pairOf).join(', ')} } = `
  const first = `const ${space.local.name} = `
  // import fallback, * as all from 'a'
  return named.length === 0 ? first : `const { default: ${named[0].local.name}, ...${space.local.name} } = `
}

function pairOf({ type, imported, local }) {
  const name = type === 'ImportDefaultSpecifier' ? 'default' : (imported.name ?? imported.raw)
  return `${name}: ${local.name}`
}

/** Without what is below nodes that are left out. */
function* nodesIn(node, isLeftOut = () => false) {
  if (isLeftOut(node)) return
  if (typeof node.type === 'string') yield node
  for (const value of Object.values(node))
    if (value !== null && typeof value === 'object') yield* nodesIn(value, isLeftOut)
}

/** From the last to the first, so that places before stay what they are. */
function applyEdits(code, edits) {
  return edits.reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), code)
}
