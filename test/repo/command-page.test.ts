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

/** A record of each list, made of an answer that says nothing. */
const records: Readonly<Record<string, object | undefined>> = {
  'cay sandbox list': parseListedSandboxes([{}])[0],
  'cay sandbox egress ID': showDenial(flow),
  'cay sandbox top': parseSandboxUsage('', {}),
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
