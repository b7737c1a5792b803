/** What the installed official clients offer: the public methods of their types, and the commands of the command line. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { callName } from './call-name.ts'

export const clients = ['e2b', '@e2b/cli', '@e2b/code-interpreter', '@e2b/desktop'] as const
export type Client = (typeof clients)[number]

export interface ClientSurface {
  readonly client: Client
  readonly version: string
  /** As they are written, in the order of the client's own declarations. */
  readonly calls: readonly string[]
}

const execute = promisify(execFile)
const require = createRequire(import.meta.url)

function directoryOf(client: Client): string {
  // The entry is below `dist`; the manifest of some of them cannot be asked for by name.
  const entry = client === '@e2b/cli' ? `${client}/dist/index.js` : client
  return dirname(dirname(require.resolve(entry)))
}

export async function readSurface(): Promise<readonly ClientSurface[]> {
  return Promise.all(
    clients.map(async (client) => ({
      client,
      version: versionOf(client),
      calls: client === '@e2b/cli' ? await commandsOf([]) : ownMethodsOf(client),
    })),
  )
}

/** The other clients have everything of `e2b`, and write some of it anew. */
function ownMethodsOf(client: Client): string[] {
  const ofSdk = client === 'e2b' ? [] : methodsOf('e2b')
  return methodsOf(client).filter((call) => !ofSdk.includes(call))
}

export function versionOf(client: Client): string {
  const manifest = readFileSync(join(directoryOf(client), 'package.json'), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

function methodsOf(client: Client): string[] {
  const calls = declaredClasses(client).flatMap(({ name, methods }) =>
    methods.flatMap(({ member, isStatic }) => callName({ className: name, member, isStatic }) ?? []),
  )
  return [...new Set(calls)]
}

export interface DeclaredClass {
  readonly name: string
  readonly isError: boolean
  readonly methods: readonly { readonly member: string; readonly isStatic: boolean }[]
}

/** The classes of the client's declarations with their public methods. */
export function declaredClasses(client: Client): DeclaredClass[] {
  const text = readFileSync(join(directoryOf(client), 'dist/index.d.ts'), 'utf8')
  const source = ts.createSourceFile('index.d.ts', text, ts.ScriptTarget.Latest)
  return source.statements.filter(ts.isClassDeclaration).map((declaration) => ({
    name: declaration.name?.text ?? '',
    isError: (declaration.heritageClauses ?? []).some(({ types }) =>
      types.some(({ expression }) => /Error$/.test(expression.getText(source))),
    ),
    methods: declaration.members.flatMap((member) => {
      const flags = ts.getCombinedModifierFlags(member)
      const isHidden = (flags & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0
      if (!ts.isMethodDeclaration(member) || isHidden) return []
      return [{ member: member.name.getText(source), isStatic: (flags & ts.ModifierFlags.Static) !== 0 }]
    }),
  }))
}

/** `sandbox list`, `sandbox snapshot create`, …: what the help of the program names, and the help of what it names. */
async function commandsOf(group: readonly string[]): Promise<string[]> {
  const entry = join(directoryOf('@e2b/cli'), 'dist/index.js')
  const { stdout } = await execute(process.execPath, [entry, ...group, '--help'], {
    env: { ...process.env, NO_UPDATE_NOTIFIER: '1' },
  })
  const [, list] = stdout.split('\nCommands:\n')
  if (list === undefined) return [group.join(' ')]
  const terms = [...list.matchAll(/^ {2}([a-z]+)(?:\|[a-z]+)?(?: (?=\S)([^ ]\S*))?/gm)]
  const commands = terms
    .filter(([, name]) => name !== 'help')
    .map(async ([, name = '', parameters]) => {
      const path = [...group, name]
      return parameters === undefined ? commandsOf(path) : [path.join(' ')]
    })
  return (await Promise.all(commands)).flat()
}
