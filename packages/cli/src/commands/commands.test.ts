import { CommanderError } from 'commander'
import { afterEach, expect, test, vi } from 'vitest'
import { defineProgram } from './commands.ts'
import type { EventVerbs } from './event-commands.ts'
import type { VerbLoaders } from './tables.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** What is said on the error stream, where no verb is reached. */
async function complaintOf(...args: string[]): Promise<string> {
  const said: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said.push(String(text))
    return true
  })
  const noVerbs = {} as VerbLoaders
  const run = defineProgram({ version: '0.0.0', recipes: () => [] }, noVerbs)
  await expect(run(['node', 'cay', ...args])).rejects.toThrow()
  return said.join('')
}

test.each([
  [['nod'], /^Error: unknown command 'nod'\n\(Did you mean node\?\)\nSee 'cay --help'\.\n$/],
  [['sandbox', 'kil'], /See 'cay sandbox --help'\.\n$/],
  [['key', 'create'], /^Error: missing required argument 'name'\nSee 'cay key create --help'\.\n$/],
  [['events', '--unlike'], /^Error: unknown option '--unlike'\nSee 'cay events --help'\.\n$/],
  [
    ['help', 'sandbox', 'lst'],
    /^Error: unknown command 'lst'\n\(Did you mean list\?\)\nSee 'cay sandbox --help'\.\n$/,
  ],
  [['help', 'something'], /^Error: unknown command 'something'\nSee 'cay --help'\.\n$/],
  [['up', '--domain', 'https://x'], /expected a domain name without scheme and port/],
  [['sandbox', 'create', '-v', 'models:relative'], /expected NAME:\/PATH/],
  [['sandbox', 'create', '-e', '=x'], /expected KEY=VALUE/],
  [['sandbox', 'list', '--filter', 'metadata.user'], /expected KEY=VALUE/],
  [['sandbox', 'shell', '--name', 'a b', 'i1'], /expected letters, digits/],
])('who gets %j wrong is told so, and sent to the help that has it', async (args, complaint) => {
  expect(await complaintOf(...args)).toMatch(complaint)
})

test('`cay sandbox port-forward` failed without a word when a port was none', async () => {
  for (const ports of ['80:0', '80:65536', '1:2:3', 'http', ':80'])
    expect(await complaintOf('sandbox', 'port-forward', 'i1', '8080:80', ports)).toMatch(
      /^Error: command-argument value '.*' is invalid for argument 'ports'\. expected [\s\S]*\nSee 'cay sandbox port-forward --help'\.\n$/,
    )
})

test('a volume was mounted writable with `-v NAME:/PATH:ro`, as if `:ro` had not been there', async () => {
  for (const verb of [['run'], ['sandbox', 'create']])
    expect(await complaintOf(...verb, '-v', 'models:/mnt/models:ro', 'base')).toMatch(/expected NAME:\/PATH/)
})

/** What is said on the output stream. */
async function helpOf(...args: string[]): Promise<string> {
  const said: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said.push(String(text))
    return true
  })
  const run = defineProgram({ version: '0.0.0', recipes: () => [] }, {} as VerbLoaders)
  await run(['node', 'cay', ...args]).catch((error: unknown) => {
    if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error
  })
  return said.join('')
}

test('help does not say of every switch that it is off unless it is given', async () => {
  expect(await helpOf('events', '--help')).toContain('--follow')
  expect(await helpOf('events', '--help')).not.toContain('default: false')
})

test.each([
  [['help', 'sandbox', 'list'], 'Usage: cay sandbox list|ls [options]'],
  [['help', 'sandbox', 'ls'], 'Usage: cay sandbox list|ls [options]'],
  [['sandbox', 'help', 'list'], 'Usage: cay sandbox list|ls [options]'],
  [['sandbox', 'list', '--help'], 'Usage: cay sandbox list|ls [options]'],
  [['sandbox', '--help'], 'Usage: cay sandbox COMMAND [OPTIONS]'],
  [['help', 'sandbox'], 'Usage: cay sandbox COMMAND [OPTIONS]'],
  [['help', 'up'], 'Usage: cay up [options]'],
  [['help'], 'Usage: cay COMMAND [OPTIONS]'],
])('%j helps with that command', async (args, usage) => {
  expect(await helpOf(...args)).toContain(usage)
})

test('an option of `cay events` belongs to the subcommand that it stands behind', async () => {
  const exportLedger = vi.fn(async () => 0)
  const showEvents = vi.fn(async () => 0)
  const event = { exportLedger, showEvents } as Partial<EventVerbs> as EventVerbs
  const verbs = { event: async () => event } as Partial<VerbLoaders> as VerbLoaders
  const run = (...args: string[]) =>
    defineProgram({ version: '0.0.0', recipes: () => [] }, verbs)(['node', 'cay', ...args])
  await run('events', 'export', '--since', '2026-01-31', '--team', 'a')
  const sinceMs = Date.UTC(2026, 0, 31)
  expect(exportLedger).toHaveBeenCalledWith({ team: 'a', isOfAllTeams: false, sinceMs })
  await run('events', '--limit', '3')
  await run('events', 'list', '--limit', '3')
  expect(showEvents).toHaveBeenCalledTimes(2)
  expect(showEvents).toHaveBeenLastCalledWith(expect.objectContaining({ limit: 3 }), 'table')
})
