/** Templates at the control API; every failure is a sentence for the person who typed. */
import { type ListedTemplate, parseListedTemplates } from '../dialect/listed-template.ts'
import { type ControlAccess, callApi, readPages, refusal } from './control-client.ts'

export interface TemplateTag {
  readonly tag: string
  readonly buildId: string
}

/** The team's own. */
export async function listTemplates(access: ControlAccess): Promise<ListedTemplate[]> {
  return (await readPages(access, '/v2/templates')).flatMap(parseListedTemplates)
}

/** Whether sandboxes can be made of a template that comes with Cay. */
export async function isBuilt(access: ControlAccess, alias: string): Promise<boolean> {
  // Nobody's own: who asks is told that it is there and not theirs.
  return (await callApi(access, 'GET', `/templates/aliases/${alias}`)).status !== 404
}

/** False when there is no such template. */
export async function deleteTemplate(access: ControlAccess, name: string): Promise<boolean> {
  const response = await callApi(access, 'DELETE', `/templates/${encodeURIComponent(name)}`)
  if (response.status === 404) return false
  if (!response.ok) throw await refusal(response)
  return true
}

export async function setPublic(access: ControlAccess, name: string, isPublic: boolean): Promise<void> {
  const path = `/v2/templates/${await findId(access, name)}`
  const response = await callApi(access, 'PATCH', path, { public: isPublic })
  if (!response.ok) throw await refusal(response)
}

export async function assignTags(
  access: ControlAccess,
  target: string,
  tags: readonly string[],
): Promise<void> {
  const response = await callApi(access, 'POST', '/templates/tags', { target, tags })
  if (!response.ok) throw await refusal(response)
}

export async function removeTags(
  access: ControlAccess,
  name: string,
  tags: readonly string[],
): Promise<void> {
  const response = await callApi(access, 'DELETE', '/templates/tags', { name, tags })
  if (!response.ok) throw await refusal(response)
}

export async function listTags(access: ControlAccess, name: string): Promise<TemplateTag[]> {
  const response = await callApi(access, 'GET', `/templates/${await findId(access, name)}/tags`)
  if (!response.ok) throw await refusal(response)
  const body: unknown = await response.json()
  return (Array.isArray(body) ? body : []).map((item: Record<string, unknown>) => ({
    tag: String(item.tag),
    buildId: String(item.buildID),
  }))
}

/** The last warnings in the log of a build; none where it cannot be read. */
export async function readBuildWarnings(
  access: ControlAccess,
  name: string,
  buildId: string,
): Promise<string[]> {
  const path = `/templates/${await findId(access, name)}/builds/${buildId}/logs`
  const response = await callApi(access, 'GET', `${path}?level=warn&direction=backward&limit=${warningsMax}`)
  if (!response.ok) return []
  const body: unknown = await response.json()
  const logs = typeof body === 'object' && body !== null && 'logs' in body ? body.logs : []
  return (Array.isArray(logs) ? logs : []).map((entry: Record<string, unknown>) => String(entry.message))
}

/** The warnings of the last phase stand at the end. */
const warningsMax = 100

/** A name is as good as an id. */
async function findId(access: ControlAccess, name: string): Promise<string> {
  const response = await callApi(access, 'GET', `/templates/aliases/${encodeURIComponent(name)}`)
  if (!response.ok) throw await refusal(response)
  const body: unknown = await response.json()
  const id = typeof body === 'object' && body !== null && 'templateID' in body ? body.templateID : undefined
  if (typeof id !== 'string') throw new Error('the API answered with something that is no template')
  return id
}
