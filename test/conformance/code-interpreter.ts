/**
 * The template `code-interpreter-v1` with the official client of code interpreters. The first run in a clone builds it;
 * after that it lies among the templates of the tests until something that it is made of changes.
 */
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Sandbox } from '@e2b/code-interpreter'
import { inject, vi } from 'vitest'
import { pointClientHere } from '../support/client.ts'

/** A sandbox serves all tests of a file, on a busy machine for long. */
const sandboxMs = 30 * 60_000
/** Milliseconds for Debian's packages and a slow machine. */
export const firstBuildMsMax = 12 * 60_000
export const serverPort = 49_999
const cli = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url))
const execute = promisify(execFile)

export interface Interpreter {
  readonly template: string
  /** The caller ends it. */
  readonly sandbox: Sandbox
}

export async function startInterpreter(envs: Record<string, string> = {}): Promise<Interpreter> {
  pointClientHere()
  const template = await codeInterpreterTemplate(inject('installation').dataDir)
  // The node looks at its templates every few seconds.
  const sandbox = await vi.waitFor(() => Sandbox.create(template, { envs, timeoutMs: sandboxMs }), {
    timeout: 60_000,
    interval: 1000,
  })
  return { template, sandbox }
}

/** Builds it where that has not been done, and returns what its newest build is called. */
export async function codeInterpreterTemplate(dataDir: string): Promise<string> {
  const env = { ...process.env, CAY_DATA_DIR: dataDir }
  await execute(process.execPath, [cli, 'template', 'build', 'code-interpreter-v1'], { env })
  return `code-interpreter-v1:${await newestBuild(`${dataDir}/templates`)}`
}

/** An older one may still be what the bare name means. */
async function newestBuild(templates: string): Promise<string> {
  const aliases = JSON.parse(await readFile(`${templates}/aliases.json`, 'utf8')) as Record<string, string>
  const directory = `${templates}/${aliases['code-interpreter-v1']}`
  const builds = await Promise.all(
    (await readdir(directory)).map(async (buildId) => {
      const manifest: unknown = JSON.parse(await readFile(`${directory}/${buildId}/manifest.json`, 'utf8'))
      return { buildId, ...(manifest as { createdAtMs: number }) }
    }),
  )
  return builds.sort((a, b) => b.createdAtMs - a.createdAtMs)[0]?.buildId ?? ''
}

/** A request to the server itself, as a page of a browser makes it: the client tells less of a refusal. */
export function askServer(
  { sandboxId }: Sandbox,
  path: string,
  init: RequestInit & { headers?: Record<string, string> } = {},
): Promise<Response> {
  const { proxyUrl } = inject('installation')
  const routing = { 'E2b-Sandbox-Id': sandboxId, 'E2b-Sandbox-Port': String(serverPort) }
  return fetch(`${proxyUrl}${path}`, { ...init, headers: { ...routing, ...init.headers } })
}
