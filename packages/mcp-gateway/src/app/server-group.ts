/** All servers as one: their lists under names that are unique, and whose each of them is. */
import { UriTemplate } from '@modelcontextprotocol/sdk/shared/uriTemplate.js'
import type { Prompt, Resource, ResourceTemplate, Tool } from '@modelcontextprotocol/sdk/types.js'
import { instructionsLengthMax } from '../dialect/bounds.ts'
import { exposeNames, exposeUris, type Origin } from '../dialect/exposed-names.ts'
import { RequestError } from './request-error.ts'
import type { ServerLink } from './server-link.ts'

/** A server, and the name or URI by which it knows what is requested. */
export interface Found {
  readonly link: ServerLink
  readonly name: string
}

export class ServerGroup {
  readonly #links: ReadonlyMap<string, ServerLink>

  constructor(links: readonly ServerLink[]) {
    this.#links = new Map(links.map((link) => [link.name, link]))
  }

  get links(): ServerLink[] {
    return [...this.#links.values()]
  }

  tools(): Tool[] {
    return this.#exposed(
      (link) => link.lists.tools,
      (tool) => tool.name,
      exposeNames,
      (tool, name) => ({ ...tool, name }),
    )
  }

  prompts(): Prompt[] {
    return this.#exposed(
      (link) => link.lists.prompts,
      (prompt) => prompt.name,
      exposeNames,
      (prompt, name) => ({ ...prompt, name }),
    )
  }

  resources(): Resource[] {
    return this.#exposed(
      (link) => link.lists.resources,
      (resource) => resource.uri,
      exposeUris,
      (resource, uri) => ({ ...resource, uri }),
    )
  }

  resourceTemplates(): ResourceTemplate[] {
    return this.#exposed(
      (link) => link.lists.resourceTemplates,
      (template) => template.uriTemplate,
      exposeUris,
      (template, uriTemplate) => ({ ...template, uriTemplate }),
    )
  }

  /** Throws RequestError. */
  findTool(name: string): Found {
    return this.#find(
      exposeNames(this.#offers((link) => link.lists.tools.map((tool) => tool.name))),
      name,
      'tool',
    )
  }

  findPrompt(name: string): Found {
    const names = (link: ServerLink) => link.lists.prompts.map((prompt) => prompt.name)
    return this.#find(exposeNames(this.#offers(names)), name, 'prompt')
  }

  /** By the lists, and then by the templates. Throws RequestError. */
  findResource(uri: string): Found {
    const listed = exposeUris(
      this.#offers((link) => link.lists.resources.map((resource) => resource.uri)),
    ).get(uri)
    if (listed !== undefined) return this.#foundAt(listed)
    for (const [exposed, origin] of this.#exposedTemplates()) {
      if (!matches(exposed, uri)) continue
      const prefix = exposed.slice(0, exposed.length - origin.name.length)
      return this.#foundAt({ server: origin.server, name: uri.slice(prefix.length) })
    }
    throw RequestError.wrongParams(`there is no resource "${uri}"`)
  }

  findTemplate(uriTemplate: string): Found {
    return this.#find(this.#exposedTemplates(), uriTemplate, 'resource template')
  }

  instructions(): string | undefined {
    const parts = this.links.flatMap((link) =>
      link.instructions === undefined ? [] : [`# ${link.name}\n${link.instructions}`],
    )
    return parts.length === 0 ? undefined : parts.join('\n\n').slice(0, instructionsLengthMax)
  }

  #exposedTemplates(): Map<string, Origin> {
    return exposeUris(
      this.#offers((link) => link.lists.resourceTemplates.map((template) => template.uriTemplate)),
    )
  }

  #offers(names: (link: ServerLink) => string[]) {
    return this.links.map((link) => ({ server: link.name, names: names(link) }))
  }

  #exposed<T>(
    items: (link: ServerLink) => readonly T[],
    nameOf: (item: T) => string,
    expose: typeof exposeNames,
    rename: (item: T, name: string) => T,
  ): T[] {
    const exposed = expose(this.#offers((link) => items(link).map(nameOf)))
    return [...exposed].flatMap(([name, { server, name: ownName }]) => {
      const link = this.#links.get(server)
      const item = link === undefined ? undefined : items(link).find((one) => nameOf(one) === ownName)
      return item === undefined ? [] : [rename(item, name)]
    })
  }

  #find(exposed: ReadonlyMap<string, Origin>, name: string, kind: string): Found {
    const origin = exposed.get(name)
    if (origin === undefined) throw RequestError.wrongParams(`there is no ${kind} "${name}"`)
    return this.#foundAt(origin)
  }

  #foundAt({ server, name }: Origin): Found {
    const link = this.#links.get(server)
    if (link === undefined) throw new Error(`there is no server "${server}"`)
    return { link, name }
  }
}

/** A template that cannot be parsed matches nothing. */
function matches(uriTemplate: string, uri: string): boolean {
  try {
    return new UriTemplate(uriTemplate).match(uri) !== null
  } catch {
    return false
  }
}
