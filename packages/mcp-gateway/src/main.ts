/**
 * The command `mcp-gateway` of the template of that name.
 *
 *   mcp-gateway --config JSON   starts the gateway in the background; ends with 0 when every server is ready
 *   mcp-gateway pull NAME...    installs servers, when a template is built
 *
 * Clients have to send GATEWAY_ACCESS_TOKEN. Exit codes: 0, 1 failed, 64 wrong arguments, 78 wrong configuration.
 */
import { startDetached } from '@cay/kit/host/start-detached.ts'
import { pullServers } from './app/pull-servers.ts'
import { ConfigError, parseConfig } from './dialect/gateway-config.ts'
import { gatewayPort, sandboxLayout as layout, portBinder } from './dialect/gateway-layout.ts'
import { installServer } from './edge/install-server.ts'
import { findServerUser } from './edge/server-user.ts'
import { createOutcomeFile, writeOutcome } from './edge/start-outcome.ts'
import { startServerProgram } from './edge/start-program.ts'
import { writeToken } from './edge/token-file.ts'
import { startGateway } from './wire-gateway.ts'

const exitCodes = { failed: 1, wrongArguments: 64, wrongConfig: 78 } as const
const usage = "usage: mcp-gateway --config '{NAME: {...}, ...}'\n       mcp-gateway pull NAME..."
const neverAborted = new AbortController().signal

async function main([verb, ...args]: readonly string[]): Promise<void> {
  const [first] = args
  if (verb === '--config' && first !== undefined && args.length === 1) return await startInBackground(first)
  if (verb === 'pull' && first !== undefined) return await pull(args)
  // What `--config` starts.
  if (verb === 'serve' && first !== undefined && args.length === 1) return await serve(first)
  end(usage, exitCodes.wrongArguments)
}

async function startInBackground(config: string): Promise<void> {
  readConfig({ MCP_GATEWAY_CONFIG: config, GATEWAY_ACCESS_TOKEN: process.env.GATEWAY_ACCESS_TOKEN })
  await using outcome = await createOutcomeFile()
  const { exited } = startDetached({
    file: process.argv[1] ?? '',
    args: ['serve', outcome.path],
    through: portBinder.command,
    env: { ...process.env, MCP_GATEWAY_CONFIG: config },
    logFile: layout.logFile,
  })
  const inUse = `port ${gatewayPort} is in use: is a gateway running?`
  const failure = await outcome.wait(exited, { [portBinder.inUseExitCode]: inUse })
  if (failure !== undefined) throw new Error(failure)
}

async function pull(names: readonly string[]): Promise<void> {
  const env = environment()
  const user = await findServerUser()
  await pullServers(names, {
    install: (source) => installServer(source, { layout, user, env, signal: neverAborted }),
    print: (line) => console.log(line),
  })
}

async function serve(outcomePath: string): Promise<void> {
  try {
    const { specs, token } = readConfig(process.env)
    const env = environment()
    const user = await findServerUser()
    const gateway = await startGateway({
      ...{ specs, token, listen: { fd: portBinder.descriptor } },
      parts: {
        install: ({ source }, signal) => installServer(source, { layout, user, env, signal }),
        startProgram: (spec, directory) => startServerProgram(spec, { directory, user, env }),
      },
      onFault: (error) => console.error(error),
    })
    process.once('SIGTERM', () => void gateway.close().finally(() => process.exit(0)))
    await writeToken(layout.tokenFile, token)
    await writeOutcome(outcomePath)
    console.error(`ready on port ${gatewayPort} with ${specs.length} servers`)
  } catch (error) {
    const reason = textOf(error)
    console.error(reason)
    await writeOutcome(outcomePath, reason)
    process.exit(exitCodes.failed)
  }
}

/** Throws ConfigError. */
function readConfig(env: {
  readonly MCP_GATEWAY_CONFIG?: string
  readonly GATEWAY_ACCESS_TOKEN?: string | undefined
}) {
  const { MCP_GATEWAY_CONFIG: config = '', GATEWAY_ACCESS_TOKEN: token = '' } = env
  if (token === '') throw new ConfigError('GATEWAY_ACCESS_TOKEN is not set: clients have to send a token')
  return { specs: parseConfig(config), token }
}

/** What servers and installations see: that of the gateway without its secrets. */
function environment(): Record<string, string> {
  const { GATEWAY_ACCESS_TOKEN: _token, MCP_GATEWAY_CONFIG: _config, ...rest } = process.env
  return Object.fromEntries(
    Object.entries(rest).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function end(message: string, exitCode: number): never {
  process.stderr.write(`${message}\n`)
  process.exit(exitCode)
}

main(process.argv.slice(2)).catch((error: unknown) =>
  end(textOf(error), error instanceof ConfigError ? exitCodes.wrongConfig : exitCodes.failed),
)
