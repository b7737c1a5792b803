/** Reads what a server offers, all pages of each list, within bounds. */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import {
  ListPromptsResultSchema,
  ListResourcesResultSchema,
  ListResourceTemplatesResultSchema,
  ListToolsResultSchema,
  type Prompt,
  type Resource,
  type ResourceTemplate,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js'
import { listItemsMax, listPagesMax, ownRequestMsMax } from '../dialect/bounds.ts'

export interface OfferedLists {
  readonly tools: readonly Tool[]
  readonly prompts: readonly Prompt[]
  readonly resources: readonly Resource[]
  readonly resourceTemplates: readonly ResourceTemplate[]
}

const options = { timeout: ownRequestMsMax }

export async function readLists(client: Client): Promise<OfferedLists> {
  const has = client.getServerCapabilities() ?? {}
  const [tools, prompts, resources, resourceTemplates] = await Promise.all([
    ifOffered(has.tools, async (params) => {
      const page = await client.request({ method: 'tools/list', params }, ListToolsResultSchema, options)
      return { items: page.tools, nextCursor: page.nextCursor }
    }),
    ifOffered(has.prompts, async (params) => {
      const page = await client.request({ method: 'prompts/list', params }, ListPromptsResultSchema, options)
      return { items: page.prompts, nextCursor: page.nextCursor }
    }),
    ifOffered(has.resources, async (params) => {
      const method = 'resources/list'
      const page = await client.request({ method, params }, ListResourcesResultSchema, options)
      return { items: page.resources, nextCursor: page.nextCursor }
    }),
    ifOffered(has.resources, async (params) => {
      const method = 'resources/templates/list'
      const page = await client
        .request({ method, params }, ListResourceTemplatesResultSchema, options)
        // Many servers with resources do not know this method.
        .catch(() => ({ resourceTemplates: [], nextCursor: undefined }))
      return { items: page.resourceTemplates, nextCursor: page.nextCursor }
    }),
  ])
  return { tools, prompts, resources, resourceTemplates }
}

interface Page<T> {
  readonly items: readonly T[]
  readonly nextCursor: string | undefined
}

async function ifOffered<T>(
  capability: object | undefined,
  read: (params: { cursor?: string }) => Promise<Page<T>>,
): Promise<T[]> {
  if (capability === undefined) return []
  const items: T[] = []
  let params: { cursor?: string } = {}
  for (let pages = 0; pages < listPagesMax && items.length < listItemsMax; pages += 1) {
    const page = await read(params)
    items.push(...page.items.slice(0, listItemsMax - items.length))
    if (page.nextCursor === undefined) break
    params = { cursor: page.nextCursor }
  }
  return items
}
