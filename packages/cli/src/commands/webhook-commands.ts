/** `cay webhook …`: the commands, their options and their help texts. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { NewWebhook } from '../app/webhook/webhook-commands.ts'
import type { OutputFormat } from '../dialect/output/table.ts'
import { jsonOption, type Load, type OutputFlag, outputOption } from './options.ts'

export interface WebhookVerbs {
  listWebhooks(format: OutputFormat): Promise<number>
  createWebhook(webhook: NewWebhook): Promise<number>
  deleteWebhook(webhookId: string): Promise<number>
  testWebhook(webhookId: string): Promise<number>
  listDeliveries(
    request: { webhookId: string; state: string | undefined; limit: number },
    format: OutputFormat,
  ): Promise<number>
  redeliver(request: { webhookId: string; deliveryIds: readonly string[] }): Promise<number>
}

const deliveriesMax = 100

export function addWebhookCommands(
  program: Command,
  load: Load<WebhookVerbs>,
  done: (code: number) => void,
): void {
  const webhook = program
    .command('webhook')
    .summary('Send lifecycle events of sandboxes to a URL')
    .usage('COMMAND [OPTIONS]')
  webhook
    .command('list')
    .alias('ls')
    .description('List the webhooks of the team.')
    .addOption(outputOption())
    .addOption(jsonOption())
    .action(async ({ output }: OutputFlag) => done(await (await load()).listWebhooks(output)))
  webhook
    .command('create')
    .description(
      'Send lifecycle events of the team to a URL from now on. Prints the ID, and below it the secret of the signatures if it was made here: it is shown this once.',
    )
    .argument('<url>', 'http:// or https://')
    .option('--name <name>', 'a name for people (default: the host)')
    .option('--events <types>', 'created, killed, … with commas between (default: all)', splitTypes)
    .option('--secret <secret>', 'the secret of the signatures (default: a new one)')
    .action(async (url: string, { name, events, secret }: Partial<NewWebhook>) =>
      done(await (await load()).createWebhook({ url, name, events, secret })),
    )
  webhook
    .command('rm')
    .description('Delete a webhook and what waits for it. Prints its ID.')
    .argument('<id>', 'the webhook')
    .action(async (id: string) => done(await (await load()).deleteWebhook(id)))
  webhook
    .command('test')
    .description('Send an event of type webhook.test now, and say what the receiver answered.')
    .argument('<id>', 'the webhook')
    .action(async (id: string) => done(await (await load()).testWebhook(id)))
  addDeliveryCommands(webhook, load, done)
}

function addDeliveryCommands(webhook: Command, load: Load<WebhookVerbs>, done: (code: number) => void): void {
  webhook
    .command('deliveries')
    .description('List what was sent to a webhook and what waits for it, newest first.')
    .argument('<id>', 'the webhook')
    .addOption(
      new Option('--state <state>', 'dead: all attempts have failed').choices([
        'pending',
        'delivered',
        'dead',
      ]),
    )
    .option('--limit <n>', `how many at most, up to ${deliveriesMax} (default: 50)`, parseLimit)
    .addOption(outputOption())
    .addOption(jsonOption())
    .action(
      async (
        webhookId: string,
        { state, limit = 50, output }: OutputFlag & { state?: string; limit?: number },
      ) => done(await (await load()).listDeliveries({ webhookId, state, limit }, output)),
    )
  webhook
    .command('redeliver')
    .description('Send deliveries again, with all their attempts. Prints their IDs.')
    .argument('<id>', 'the webhook')
    .argument('<deliveries...>', 'IDs as `cay webhook deliveries` shows them')
    .action(async (webhookId: string, deliveryIds: string[]) =>
      done(await (await load()).redeliver({ webhookId, deliveryIds })),
    )
}

function splitTypes(text: string): string[] {
  return text.split(',').map((word) => word.trim())
}

function parseLimit(text: string): number {
  const limit = Number(text)
  if (/^\d+$/.test(text) && limit >= 1 && limit <= deliveriesMax) return limit
  throw new InvalidArgumentError(`expected a whole number from 1 to ${deliveriesMax}`)
}
