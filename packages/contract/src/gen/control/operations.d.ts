// Generated from spec/ by `npm run generate`. Do not edit.
import type { operations as Spec } from './api.js'

export interface ValidationFault {
  readonly instancePath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
}

export interface Validate<T> {
  (data: unknown): data is T
  readonly errors?: readonly ValidationFault[] | null
}

type ParamsOf<O> = O extends { parameters: { path: infer P } } ? P : Record<string, never>
type QueryOf<O> = O extends { parameters: { query?: infer Q } } ? ([Q] extends [undefined] ? Record<string, never> : NonNullable<Q>) : never
type BodyOf<O> = O extends { requestBody: { content: { 'application/json': infer B } } }
  ? B
  : O extends { requestBody?: { content: { 'application/json': infer B } } }
    ? B | undefined
    : undefined

/** One row per operation of the spec: where it is, and what may travel there. */
export interface Operation<O> {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `:name` for each parameter. */
  readonly url: string
  /** Takes no credential. */
  readonly isPublic: boolean
  /** Takes the installation's own token instead of a team's key. */
  readonly isAdmin: boolean
  /** Queries that hold a comma list. */
  readonly listQueries: readonly string[]
  readonly bodyUse: 'required' | 'optional' | 'none'
  readonly params: Validate<ParamsOf<O>>
  readonly query: Validate<QueryOf<O>>
  readonly body: Validate<NonNullable<BodyOf<O>>> | null
  /** By status; null where there is no JSON body. */
  readonly responses: Readonly<Record<number, Validate<unknown> | null>>
}

export type OperationId = keyof Spec
export type RequestOf<Id extends OperationId> = {
  readonly params: ParamsOf<Spec[Id]>
  readonly query: QueryOf<Spec[Id]>
  readonly body: BodyOf<Spec[Id]>
}

export declare const operations: {
  readonly getHealth: Operation<Spec['getHealth']>
  readonly getOpenApi: Operation<Spec['getOpenApi']>
  readonly getDocs: Operation<Spec['getDocs']>
  readonly getSignIn: Operation<Spec['getSignIn']>
  readonly exchangeToken: Operation<Spec['exchangeToken']>
  readonly getCaller: Operation<Spec['getCaller']>
  readonly startCliLogin: Operation<Spec['startCliLogin']>
  readonly finishCliLogin: Operation<Spec['finishCliLogin']>
  readonly waitForCliLogin: Operation<Spec['waitForCliLogin']>
  readonly listSandboxesV1: Operation<Spec['listSandboxesV1']>
  readonly createSandbox: Operation<Spec['createSandbox']>
  readonly listSandboxes: Operation<Spec['listSandboxes']>
  readonly createSandboxV2: Operation<Spec['createSandboxV2']>
  readonly getSandbox: Operation<Spec['getSandbox']>
  readonly killSandbox: Operation<Spec['killSandbox']>
  readonly setSandboxTimeout: Operation<Spec['setSandboxTimeout']>
  readonly setSandboxNetwork: Operation<Spec['setSandboxNetwork']>
  readonly refreshSandbox: Operation<Spec['refreshSandbox']>
  readonly connectSandbox: Operation<Spec['connectSandbox']>
  readonly connectSandboxV2: Operation<Spec['connectSandboxV2']>
  readonly pauseSandbox: Operation<Spec['pauseSandbox']>
  readonly resumeSandbox: Operation<Spec['resumeSandbox']>
  readonly forkSandbox: Operation<Spec['forkSandbox']>
  readonly createSnapshot: Operation<Spec['createSnapshot']>
  readonly listSnapshots: Operation<Spec['listSnapshots']>
  readonly requestBuild: Operation<Spec['requestBuild']>
  readonly startBuild: Operation<Spec['startBuild']>
  readonly getUploadLink: Operation<Spec['getUploadLink']>
  readonly getBuildStatus: Operation<Spec['getBuildStatus']>
  readonly getBuildLogs: Operation<Spec['getBuildLogs']>
  readonly getTemplateByAlias: Operation<Spec['getTemplateByAlias']>
  readonly listTemplatesV1: Operation<Spec['listTemplatesV1']>
  readonly listTemplates: Operation<Spec['listTemplates']>
  readonly updateTemplate: Operation<Spec['updateTemplate']>
  readonly assignTags: Operation<Spec['assignTags']>
  readonly removeTags: Operation<Spec['removeTags']>
  readonly listTags: Operation<Spec['listTags']>
  readonly getTemplate: Operation<Spec['getTemplate']>
  readonly updateTemplateV1: Operation<Spec['updateTemplateV1']>
  readonly deleteTemplate: Operation<Spec['deleteTemplate']>
  readonly getJwks: Operation<Spec['getJwks']>
  readonly listSecrets: Operation<Spec['listSecrets']>
  readonly createSecret: Operation<Spec['createSecret']>
  readonly getSecret: Operation<Spec['getSecret']>
  readonly updateSecret: Operation<Spec['updateSecret']>
  readonly deleteSecret: Operation<Spec['deleteSecret']>
  readonly listVolumes: Operation<Spec['listVolumes']>
  readonly createVolume: Operation<Spec['createVolume']>
  readonly getVolume: Operation<Spec['getVolume']>
  readonly deleteVolume: Operation<Spec['deleteVolume']>
  readonly getSandboxLogsV2: Operation<Spec['getSandboxLogsV2']>
  readonly getSandboxLogs: Operation<Spec['getSandboxLogs']>
  readonly listApiKeys: Operation<Spec['listApiKeys']>
  readonly createApiKey: Operation<Spec['createApiKey']>
  readonly renameApiKey: Operation<Spec['renameApiKey']>
  readonly deleteApiKey: Operation<Spec['deleteApiKey']>
  readonly getSandboxMetrics: Operation<Spec['getSandboxMetrics']>
  readonly getSandboxesMetrics: Operation<Spec['getSandboxesMetrics']>
  readonly listTeams: Operation<Spec['listTeams']>
  readonly getTeamMetrics: Operation<Spec['getTeamMetrics']>
  readonly getMaxTeamMetric: Operation<Spec['getMaxTeamMetric']>
  readonly listEvents: Operation<Spec['listEvents']>
  readonly listSandboxEvents: Operation<Spec['listSandboxEvents']>
  readonly listEventsOfSandbox: Operation<Spec['listEventsOfSandbox']>
  readonly listWebhooks: Operation<Spec['listWebhooks']>
  readonly createWebhook: Operation<Spec['createWebhook']>
  readonly getWebhook: Operation<Spec['getWebhook']>
  readonly updateWebhook: Operation<Spec['updateWebhook']>
  readonly deleteWebhook: Operation<Spec['deleteWebhook']>
  readonly testWebhook: Operation<Spec['testWebhook']>
  readonly listDeliveries: Operation<Spec['listDeliveries']>
  readonly redeliver: Operation<Spec['redeliver']>
  readonly readLedger: Operation<Spec['readLedger']>
  readonly adminReadLedger: Operation<Spec['adminReadLedger']>
  readonly adminListLedgers: Operation<Spec['adminListLedgers']>
  readonly adminListEvents: Operation<Spec['adminListEvents']>
  readonly adminListTeams: Operation<Spec['adminListTeams']>
  readonly adminCreateTeam: Operation<Spec['adminCreateTeam']>
  readonly adminSetTeamLimits: Operation<Spec['adminSetTeamLimits']>
  readonly adminCreateApiKey: Operation<Spec['adminCreateApiKey']>
  readonly adminDeleteApiKey: Operation<Spec['adminDeleteApiKey']>
  readonly adminKillSandboxes: Operation<Spec['adminKillSandboxes']>
  readonly adminCancelBuilds: Operation<Spec['adminCancelBuilds']>
  readonly adminCountRunning: Operation<Spec['adminCountRunning']>
  readonly adminListNodes: Operation<Spec['adminListNodes']>
  readonly adminGetNode: Operation<Spec['adminGetNode']>
  readonly adminSetNodeStatus: Operation<Spec['adminSetNodeStatus']>
  readonly adminRemoveNode: Operation<Spec['adminRemoveNode']>
  readonly adminMoveSandboxes: Operation<Spec['adminMoveSandboxes']>
  readonly adminSetNodeLabels: Operation<Spec['adminSetNodeLabels']>
  readonly adminLoseNode: Operation<Spec['adminLoseNode']>
  readonly listTeamBuilds: Operation<Spec['listTeamBuilds']>
  readonly listBuildStatuses: Operation<Spec['listBuildStatuses']>
  readonly getTeamBuild: Operation<Spec['getTeamBuild']>
  readonly listDashboardTemplates: Operation<Spec['listDashboardTemplates']>
  readonly listDefaultTemplates: Operation<Spec['listDefaultTemplates']>
  readonly getDashboardTemplate: Operation<Spec['getDashboardTemplate']>
  readonly listTagGroups: Operation<Spec['listTagGroups']>
  readonly countTags: Operation<Spec['countTags']>
  readonly checkTag: Operation<Spec['checkTag']>
  readonly listTagAssignments: Operation<Spec['listTagAssignments']>
}
