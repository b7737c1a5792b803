/** The control API; every failure is a sentence for the person who typed. */
import { CommandError } from '../dialect/output/command-error.ts'
import type { ListedSandbox } from '../dialect/sandbox/listed-sandbox.ts'
import type { ListedTemplate } from '../dialect/template/listed-template.ts'

/** The address, and the key of a team. */
export interface ControlAccess {
  readonly url: string
  readonly apiKey: string
}

/** What the sandboxes themselves take besides. */
export interface ClientAccess extends ControlAccess {
  /** Of the proxy; undefined: each sandbox has a host name below the domain. */
  readonly proxyUrl: string | undefined
  readonly domain: string | undefined
}

/** The address, and the credential of whoever runs the installation. */
export interface AdminAccess {
  readonly url: string
  readonly adminToken: string
}

/** A failure that may pass, for instance when the services are running again. */
export class TemporaryError extends Error {
  override name = 'TemporaryError'
}

/** A template that comes with Cay is being built for its first use. */
export class TemplateBuildingError extends TemporaryError {
  override name = 'TemplateBuildingError'
}

/** The API has refused the request. */
export class ApiError extends CommandError {
  readonly status: number

  constructor(status: number, message: string, hint: string | undefined) {
    super(message, hint === undefined ? {} : { hint })
    this.status = status
  }
}

export interface ApiRequest {
  readonly method: string
  readonly path: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  /** Aborted requests fail with the reason of the signal. */
  readonly signal?: AbortSignal
}

/** One page of a list. */
export interface ApiPage {
  readonly body: unknown
  /** Of the next page, if there is one. */
  readonly nextToken: string | null
  /** Characters of the page. */
  readonly length: number
}

/** With the credential of a team or of the installation. */
export interface ControlApi {
  /** The JSON of the response; undefined when it has none. */
  request(request: ApiRequest): Promise<unknown>
  requestPage(path: string): Promise<ApiPage>
}

export interface SandboxFilter {
  readonly states: readonly string[]
  /** All of these pairs. */
  readonly metadata?: Readonly<Record<string, string>>
}

export interface TemplateTag {
  readonly tag: string
  readonly buildId: string
}

/** With the key of a team. */
export interface TeamApi extends ControlApi {
  listSandboxes(filter: SandboxFilter): Promise<ListedSandbox[]>
  /** False when there is no such sandbox. */
  killSandbox(sandboxId: string, signal?: AbortSignal): Promise<boolean>
  /** The team's own templates. */
  listTemplates(): Promise<ListedTemplate[]>
  /** Those that come with Cay and have been built. */
  listBuiltIn(): Promise<ListedTemplate[]>
  /** False when there is no such template. */
  deleteTemplate(name: string): Promise<boolean>
  setPublic(name: string, isPublic: boolean): Promise<void>
  listTags(name: string): Promise<TemplateTag[]>
  assignTags(target: string, tags: readonly string[]): Promise<void>
  removeTags(name: string, tags: readonly string[]): Promise<void>
  /** The last warnings in the log of a build; none when it cannot be read. */
  readBuildWarnings(name: string, buildId: string): Promise<string[]>
}
