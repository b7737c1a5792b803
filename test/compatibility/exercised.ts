/** Which calls the conformance tests make, read from their sources: by type, so that no other `list` passes for one. */
import { join, relative } from 'node:path'
import ts from 'typescript'
import { filesBelow, root } from '../repo/tree.ts'
import { callName } from './call-name.ts'
import { testsOfClients } from './tests-of-clients.ts'

/** The functions of test/conformance/command-line.ts that start a command, whose name is their first argument. */
const commandStarters: readonly string[] = ['e2b', 'begin', 'inTerminal']

/** The name of each call, with the files that make it. */
export function exercisedCalls(): ReadonlyMap<string, readonly string[]> {
  const helpers = filesBelow('test/conformance').filter((path) => path.endsWith('.ts'))
  const files = [...new Set([...testsOfClients(), ...helpers])]
  const program = ts.createProgram(
    files.map((path) => join(root, path)),
    compilerOptions(),
  )
  const checker = program.getTypeChecker()
  const calls = new Map<string, Set<string>>()
  for (const file of files) {
    const source = program.getSourceFile(join(root, file))
    if (source === undefined) throw new Error(`${file} is not a source`)
    forEachCall(source, (node) => {
      const name = startedCommand(node) ?? clientCall(checker, node)
      if (name !== undefined) calls.set(name, (calls.get(name) ?? new Set()).add(relative('test', file)))
    })
  }
  return new Map([...calls].map(([name, where]) => [name, [...where]]))
}

function compilerOptions(): ts.CompilerOptions {
  const path = join(root, 'tsconfig.json')
  const { config } = ts.readConfigFile(path, ts.sys.readFile) as { config: { compilerOptions: object } }
  return ts.convertCompilerOptionsFromJson(config.compilerOptions, root).options
}

function forEachCall(node: ts.Node, visit: (call: ts.CallExpression) => void): void {
  if (ts.isCallExpression(node)) visit(node)
  node.forEachChild((child) => forEachCall(child, visit))
}

function startedCommand({ expression, arguments: [first] }: ts.CallExpression): string | undefined {
  const isStarter = ts.isIdentifier(expression) && commandStarters.includes(expression.text)
  return isStarter && first !== undefined && ts.isStringLiteral(first) ? first.text : undefined
}

function clientCall(checker: ts.TypeChecker, node: ts.CallExpression): string | undefined {
  const declaration = checker.getResolvedSignature(node)?.declaration
  if (declaration === undefined || !isOfClient(declaration.getSourceFile())) return undefined
  if (!ts.isMethodDeclaration(declaration) && !ts.isMethodSignature(declaration)) return undefined
  const owner = declaration.parent
  if (!ts.isClassDeclaration(owner) && !ts.isInterfaceDeclaration(owner)) return undefined
  const isStatic = (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Static) !== 0
  return callName({ className: owner.name?.text ?? '', member: declaration.name.getText(), isStatic })
}

const isOfClient = ({ fileName }: ts.SourceFile) => /\/node_modules\/(e2b|@e2b\/[^/]+)\//.test(fileName)
