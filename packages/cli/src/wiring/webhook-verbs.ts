import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  testWebhook,
} from '../app/webhook/webhook-commands.ts'
import type { WebhookVerbs } from '../commands/webhook-commands.ts'
import { team } from './client-access.ts'
import { print, printError, printed, view } from './console.ts'

export const webhookVerbs: WebhookVerbs = {
  listWebhooks: async (format) => printed(await listWebhooks(await team(), view(format))),
  createWebhook: async (webhook) => printed(await createWebhook(await team(), webhook)),
  deleteWebhook: async (webhookId) => printed(await deleteWebhook(await team(), webhookId)),
  testWebhook: async (webhookId) => testWebhook(await team(), webhookId, { print, printError }),
  listDeliveries: async (request, format) =>
    printed(await listDeliveries(await team(), request, view(format))),
  redeliver: async (request) => redeliver(await team(), request, { print, printError }),
}
