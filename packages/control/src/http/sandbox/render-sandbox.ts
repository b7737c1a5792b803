/** Renders sandboxes in the wire format. */
import type { components } from '@cay/contract/gen/control/api.js'
import { clientId } from '@cay/contract/names.ts'
import type { NetworkLists } from '@cay/core/egress/lists.ts'
import { formatInstant } from '@cay/core/instant.ts'
import { sandboxNotFound, visibleStates } from '@cay/core/sandbox/state.ts'
import type { SandboxView } from '../../app/sandbox/find-sandbox.ts'
import type { SandboxRecord } from '../../ports/sandbox.ts'
import type { Outbound } from '../../ports/vault.ts'

type Schemas = components['schemas']

/** The response of create and connect. */
export function renderSandbox(view: SandboxView): Schemas['Sandbox'] {
  const { sandbox } = view
  return {
    templateID: sandbox.templateId,
    sandboxID: sandbox.sandboxId,
    clientID: clientId,
    envdVersion: sandbox.envdVersion,
    domain: view.domain,
    ...renderAlias(sandbox),
    ...renderToken(view),
    ...(view.trafficToken === undefined ? {} : { trafficAccessToken: view.trafficToken }),
  }
}

export function renderListed(sandbox: SandboxRecord): Schemas['ListedSandbox'] {
  const state = visibleStates[sandbox.state]
  if (state === undefined) throw sandboxNotFound(sandbox.sandboxId)
  return {
    templateID: sandbox.templateId,
    sandboxID: sandbox.sandboxId,
    clientID: clientId,
    startedAt: formatInstant(sandbox.startedAtMs),
    endAt: formatInstant(sandbox.endAtMs),
    cpuCount: sandbox.resources.cpuCount,
    memoryMB: sandbox.resources.memoryMb,
    diskSizeMB: sandbox.resources.diskSizeMb,
    metadata: sandbox.metadata,
    state,
    envdVersion: sandbox.envdVersion,
    // A paused sandbox has no volume mounts to report.
    ...(state === 'running' ? { volumeMounts: renderMounts(sandbox) } : {}),
    ...renderAlias(sandbox),
  }
}

function renderMounts({ volumeMounts = [] }: SandboxRecord): Schemas['SandboxVolumeMount'][] {
  return volumeMounts.map(({ name, path }) => ({ name, path }))
}

export function renderDetail(
  view: SandboxView & { readonly outbound: Outbound },
  { showsTokens }: { showsTokens: boolean },
): Schemas['SandboxDetail'] {
  return {
    ...renderListed(view.sandbox),
    ...(showsTokens ? renderToken(view) : {}),
    allowInternetAccess: view.sandbox.allowInternetAccess,
    domain: view.domain,
    ...renderNetwork(view.sandbox, view.outbound),
    lifecycle: renderLifecycle(view.sandbox),
  }
}

function renderLifecycle({ lifecycle }: SandboxRecord): Schemas['SandboxLifecycle'] {
  return { onTimeout: lifecycle.onTimeout, autoResume: lifecycle.autoResume }
}

function renderNetwork(
  { network, ingress }: SandboxRecord,
  outbound: Outbound,
): Pick<Schemas['SandboxDetail'], 'network'> {
  const shown = { ...(network === null ? {} : listsOf(network)), ...outbound, ...inboundOf(ingress) }
  if (Object.keys(shown).length === 0) return {}
  return { network: { allowPublicTraffic: true, ...shown } }
}

function inboundOf(ingress: SandboxRecord['ingress']) {
  if (ingress === null) return {}
  const { isPrivate, maskRequestHost, httpsPorts } = ingress
  return {
    allowPublicTraffic: !isPrivate,
    ...(maskRequestHost === '' ? {} : { maskRequestHost }),
    ...(httpsPorts.length === 0 ? {} : { httpsPorts: [...httpsPorts] }),
  }
}

function listsOf({ allowOut, denyOut }: NetworkLists) {
  return {
    ...(allowOut === undefined ? {} : { allowOut: [...allowOut] }),
    ...(denyOut === undefined ? {} : { denyOut: [...denyOut] }),
  }
}

function renderAlias({ alias }: SandboxRecord): { alias?: string } {
  return alias === null ? {} : { alias }
}

function renderToken({ accessToken }: SandboxView): { envdAccessToken?: string } {
  return accessToken === undefined ? {} : { envdAccessToken: accessToken }
}
