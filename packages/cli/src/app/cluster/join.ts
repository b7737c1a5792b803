/** `cay join`: makes this machine a node of a cluster. It tells the cluster nothing that the token does not vouch for. */
import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Step } from '@cay/kit/progress.ts'
import { type JoinedNode, parseNodeFile } from '../../dialect/cluster/node-file.ts'
import type { Installation } from '../../installation.ts'
import { runToEnd } from '../service/run-to-end.ts'
import { nodeNameOf } from './make-token.ts'

export interface JoinOptions {
  readonly url: string
  readonly token: string
  readonly name: string | undefined
}

export interface JoinDeps {
  readonly installation: Installation
  readonly writeNode: (path: string, node: JoinedNode) => Promise<void>
  /** What keeps sandboxes from running on this machine, a sentence each. */
  readonly findProblems: () => Promise<readonly string[]>
}

/** Throws an error with one sentence when this machine cannot join. */
export async function join(
  { installation, writeNode, findProblems }: JoinDeps,
  { url, token, name: given }: JoinOptions,
  { step, signal }: { readonly step: Step; readonly signal: AbortSignal },
): Promise<JoinedNode> {
  const { layout, settings, env, joiner } = installation
  const address = addressIn(url)
  expectEmpty(installation)
  const problems = await findProblems()
  if (problems.length > 0) throw new Error(`this machine cannot run sandboxes: ${problems.join('; ')}`)
  const name = given ?? nodeNameOf(hostname())
  step.doing(`joining ${address} as ${name}`)
  const program = { ...joiner, args: [address, name], env: { ...env, JOIN_TOKEN: token } }
  const [line = ''] = await runToEnd(program, signal)
  const node = parseNodeFile(line)
  if (node === undefined) throw new Error(`the cluster at ${address} did not say what this machine is`)
  await writeNode(layout.nodeFile, node)
  step.outcome(`node ${name} of the cluster at ${address}, in ${settings.dataDir}`)
  return node
}

function addressIn(url: string): string {
  const parsed = URL.parse(url)
  if (parsed?.protocol !== 'https:' || parsed.host === '')
    throw new Error(`${url} is no address of a cluster: it looks like https://HOST:3003`)
  return parsed.port === '' ? `${parsed.hostname}:443` : parsed.host
}

function expectEmpty({ layout, settings }: Installation): void {
  const { dataDir } = settings
  if (existsSync(layout.nodeFile))
    throw new Error(`${dataDir} is that of a node already: \`cay up\` starts it`)
  if (existsSync(layout.control))
    throw new Error(
      `${dataDir} holds an installation with records of its own: choose another directory with CAY_DATA_DIR`,
    )
}
