import type { NamedShell } from '@cay/cli/app/sandbox/named-shells.ts'
import { addAllTables } from '@cay/cli/commands/all-tables.ts'
import { createProgram } from '@cay/cli/commands/commands.ts'
import type { VerbLoaders } from '@cay/cli/commands/tables.ts'
import { parseEvents } from '@cay/cli/dialect/event/event-table.ts'
import { parseNodes } from '@cay/cli/dialect/node/node-responses.ts'
import { showDenial } from '@cay/cli/dialect/sandbox/egress-table.ts'
import { parseListedSandboxes } from '@cay/cli/dialect/sandbox/listed-sandbox.ts'
import { parseSandboxUsage } from '@cay/cli/dialect/sandbox/usage-table.ts'
import { parseSecret } from '@cay/cli/dialect/secret/secret-responses.ts'
import { parseKeys, parseTeams } from '@cay/cli/dialect/team/team-responses.ts'
import { parseListedTemplates } from '@cay/cli/dialect/template/listed-template.ts'
import { parseEntry, parseUsage, parseVolume } from '@cay/cli/dialect/volume/volume-responses.ts'
import { parseDeliveries, parseWebhook } from '@cay/cli/dialect/webhook/webhook-responses.ts'
import { expect, test } from 'vitest'
import { read } from './tree.ts'

type Command = ReturnType<typeof createProgram>['program']

const flow = {
  protocol: 'tcp',
  address: '',
  port: 0,
  name: '',
  rule: '',
  count: 1,
  firstAtMs: 0,
  lastAtMs: 0,
} as const

/** A record of each list, made of an answer that says as little as one can. */
const records: Readonly<Record<string, object | undefined>> = {
  'cay sandbox list': parseListedSandboxes([{ sandboxID: 'i0' }])[0],
  'cay sandbox egress ID': showDenial(flow),
  'cay sandbox top': parseSandboxUsage('', {}),
  'cay sandbox shells ID': { name: '', pid: 0, command: '' } satisfies NamedShell,
  'cay secret list': parseSecret({}),
  'cay template list': parseListedTemplates([{}])[0],
  'cay key list': parseKeys([{}])[0],
  'cay team list': parseTeams([{}])[0],
  'cay node list': parseNodes([{}])[0],
  'cay events': parseEvents([{}])[0],
  'cay webhook list': parseWebhook({}),
  'cay webhook deliveries ID': parseDeliveries([{}])[0],
  'cay volume list': parseVolume({}),
  'cay volume ls VOLUME': parseEntry({}),
  'cay volume df': parseUsage({}),
}

test.each(Object.entries(records))('the page on the command gives the fields of `%s`', (command, record) => {
  const row = read('docs/command.md')
    .split('\n')
    .find((line) => line.startsWith(`| \`${command}\` |`))
  const documented = [...(row?.split('|')[2] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name)
  expect(documented).toEqual(Object.keys(record ?? {}))
})

/** The names of all commands below that print JSON; those of a group that prints it too say the same. */
function printingJson(command: Command, path: string): string[] {
  const isOne = command.options.some(({ long }) => long === '--json')
  return isOne ? [path] : command.commands.flatMap((each) => printingJson(each, `${path} ${each.name()}`))
}

test('`cay sandbox shells` was missing among the commands that print JSON', () => {
  const facts = { version: '0.0.0', recipes: () => [] }
  const { program } = createProgram(facts, {} as VerbLoaders, addAllTables)
  const page = read('docs/command.md')
  const missing = printingJson(program, 'cay').filter((name) => !new RegExp(`\`${name}[ \`]`).test(page))
  expect(missing).toEqual([])
})
