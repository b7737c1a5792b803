/** The views of the navigation, in its order. */
import type { OperationId } from '@cay/contract/gen/control/operations.js'
import type { FunctionComponent } from 'preact'
import type { Route } from './rules/route.ts'
import { AuditView } from './views/audit-view.tsx'
import { KeysView } from './views/keys-view.tsx'
import { NodesView } from './views/nodes-view.tsx'
import { SandboxesView } from './views/sandboxes/sandboxes-view.tsx'
import { SecretsView } from './views/secrets-view.tsx'
import { TeamsView } from './views/teams-view.tsx'
import { TemplatesView } from './views/templates/templates-view.tsx'
import { VolumesView } from './views/volumes-view.tsx'
import { WebhooksView } from './views/webhooks/webhooks-view.tsx'

export interface View {
  readonly name: string
  readonly title: string
  /** Pressed after `g`. */
  readonly key: string
  /** Shown only to those who have the admin token. */
  readonly isAdmin?: boolean
  /** The call that it makes: those who may not do not see the view. */
  readonly needs?: OperationId
  readonly Component: FunctionComponent<{ readonly route: Route }>
}

export const views: readonly View[] = [
  { name: 'sandboxes', title: 'Sandboxes', key: 's', Component: SandboxesView },
  { name: 'templates', title: 'Templates', key: 't', needs: 'listTemplates', Component: TemplatesView },
  { name: 'volumes', title: 'Volumes', key: 'v', needs: 'listVolumes', Component: VolumesView },
  { name: 'secrets', title: 'Secrets', key: 'x', needs: 'listSecrets', Component: SecretsView },
  { name: 'webhooks', title: 'Webhooks', key: 'w', needs: 'listWebhooks', Component: WebhooksView },
  { name: 'keys', title: 'API keys', key: 'k', needs: 'listApiKeys', Component: KeysView },
  { name: 'audit', title: 'Audit log', key: 'a', needs: 'listEvents', Component: AuditView },
  { name: 'teams', title: 'Teams', key: 'm', isAdmin: true, Component: TeamsView },
  { name: 'nodes', title: 'Nodes', key: 'n', isAdmin: true, Component: NodesView },
]
