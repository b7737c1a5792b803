import { parseBuiltIn, parseListedTemplates } from '../../dialect/template/listed-template.ts'
import type { ApiRequest, TeamApi } from '../../ports/control-api.ts'
import { readPages, refusal, type Send, succeedOrMissing } from './api-requests.ts'

type TemplateCalls = Pick<
  TeamApi,
  | 'listTemplates'
  | 'listBuiltIn'
  | 'deleteTemplate'
  | 'setPublic'
  | 'listTags'
  | 'assignTags'
  | 'removeTags'
  | 'readBuildWarnings'
>

/** Maximum number of warnings of a build: those of its last phase are the last ones. */
const warningsMax = 100

export function templateCalls(send: Send): TemplateCalls {
  const expectOk = async (request: ApiRequest) => {
    const response = await send(request)
    if (!response.ok) throw refusal(response)
    return response
  }
  /** Takes a name or an id. */
  const findId = async (name: string) => {
    const path = `/templates/aliases/${encodeURIComponent(name)}`
    const body: unknown = (await expectOk({ method: 'GET', path })).json()
    const id = typeof body === 'object' && body !== null && 'templateID' in body ? body.templateID : undefined
    if (typeof id !== 'string') throw new Error('the API answered with something that is no template')
    return id
  }
  return {
    listTemplates: async () => (await readPages(send, '/v2/templates')).flatMap(parseListedTemplates),
    listBuiltIn: async () =>
      parseBuiltIn((await expectOk({ method: 'GET', path: '/dashboard-api/templates/defaults' })).json()),
    async deleteTemplate(name) {
      const path = `/templates/${encodeURIComponent(name)}`
      return succeedOrMissing(await send({ method: 'DELETE', path })) !== undefined
    },
    async setPublic(name, isPublic) {
      const path = `/v2/templates/${encodeURIComponent(await findId(name))}`
      await expectOk({ method: 'PATCH', path, body: { public: isPublic } })
    },
    async listTags(name) {
      const response = await expectOk({
        method: 'GET',
        path: `/templates/${encodeURIComponent(await findId(name))}/tags`,
      })
      return itemsOf(response.json()).map(({ tag, buildID }) => ({
        tag: String(tag),
        buildId: String(buildID),
      }))
    },
    async assignTags(target, tags) {
      await expectOk({ method: 'POST', path: '/templates/tags', body: { target, tags } })
    },
    async removeTags(name, tags) {
      await expectOk({ method: 'DELETE', path: '/templates/tags', body: { name, tags } })
    },
    async readBuildWarnings(name, buildId) {
      const query = `level=warn&direction=backward&limit=${warningsMax}`
      const path = `/templates/${encodeURIComponent(await findId(name))}/builds/${encodeURIComponent(buildId)}/logs?${query}`
      const response = await send({ method: 'GET', path })
      if (!response.ok) return []
      const body: unknown = response.json()
      const logs = typeof body === 'object' && body !== null && 'logs' in body ? body.logs : []
      return itemsOf(logs).map(({ message }) => String(message))
    },
  }
}

function itemsOf(list: unknown): Record<string, unknown>[] {
  return Array.isArray(list) ? list : []
}
