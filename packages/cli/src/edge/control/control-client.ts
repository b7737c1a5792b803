import { headers } from '@cay/contract/names.ts'
import { parseListedSandboxes } from '../../dialect/sandbox/listed-sandbox.ts'
import type { AdminAccess, ControlAccess, ControlApi, TeamApi } from '../../ports/control-api.ts'
import { readPages, refusal, type Send, sender, succeedOrMissing } from './api-requests.ts'
import { templateCalls } from './template-client.ts'

export function connectAsAdmin({ url, adminToken }: AdminAccess): ControlApi {
  return controlApi(sender(url, { [headers.adminToken]: adminToken }))
}

export function connectAsTeam({ url, apiKey }: ControlAccess): TeamApi {
  const send = sender(url, { [headers.apiKey]: apiKey })
  return { ...controlApi(send), ...sandboxCalls(send), ...templateCalls(send) }
}

function controlApi(send: Send): ControlApi {
  return {
    async request(request) {
      const response = await send(request)
      if (!response.ok) throw refusal(response)
      // Not every response without a body has the status that says so.
      const text = response.text()
      return text === '' ? undefined : JSON.parse(text)
    },
    async requestPage(path) {
      const response = await send({ method: 'GET', path })
      if (!response.ok) throw refusal(response)
      const text = response.text()
      return { body: response.json(), nextToken: response.header(headers.nextToken), length: text.length }
    },
  }
}

function sandboxCalls(send: Send): Pick<TeamApi, 'listSandboxes' | 'killSandbox'> {
  return {
    async listSandboxes({ states, metadata = {} }) {
      const pairs = Object.entries(metadata)
      const pages = await readPages(send, '/v2/sandboxes', {
        state: states.join(','),
        ...(pairs.length === 0 ? {} : { metadata: new URLSearchParams(pairs).toString() }),
      })
      return pages.flatMap(parseListedSandboxes)
    },
    async killSandbox(sandboxId, signal) {
      const path = `/sandboxes/${encodeURIComponent(sandboxId)}`
      const request = { method: 'DELETE', path, ...(signal === undefined ? {} : { signal }) }
      return succeedOrMissing(await send(request)) !== undefined
    },
  }
}
