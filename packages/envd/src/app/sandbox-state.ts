/** Who this sandbox is, as the node said it last. Lives in memory only, so it travels inside a checkpoint. */

import { guestHelperAddress, guestVariables } from '@cay/contract/names.ts'
import { sandboxVariables, type Variables } from '@cay/core/process/environment.ts'

export interface Resources {
  readonly cpuCount: number
  readonly memoryMb: number
  readonly diskSizeMb: number
}

export interface SandboxIdentity {
  readonly sandboxId: string
  readonly templateId: string
  /** Undefined: the sandbox is open. */
  readonly accessToken: string | undefined
  /** What the node must show to change the identity; undefined until the first one was set. */
  readonly controlToken: string | undefined
  /** Variables of the sandbox, without the system's own. */
  readonly envVars: Variables
  readonly hostname: string
  readonly defaultUser: string | undefined
  readonly defaultWorkdir: string
  /** What the sandbox may use; undefined when the node did not say. */
  readonly resources: Resources | undefined
  /** When the node said so. */
  readonly timestampMs: number
}

export interface SandboxState {
  identity: SandboxIdentity
}

const nobody: SandboxIdentity = {
  sandboxId: '',
  templateId: '',
  accessToken: undefined,
  controlToken: undefined,
  envVars: {},
  hostname: '',
  defaultUser: undefined,
  defaultWorkdir: '',
  resources: undefined,
  timestampMs: 0,
}

export function createSandboxState(): SandboxState {
  return { identity: nobody }
}

const eventsAddress = `http://${guestHelperAddress}`

export function systemVariables(identity: SandboxIdentity): Variables {
  return {
    [guestVariables.isSandbox]: 'true',
    ...(identity.sandboxId === '' ? {} : { [guestVariables.sandboxId]: identity.sandboxId }),
    ...(identity.templateId === '' ? {} : { [guestVariables.templateId]: identity.templateId }),
    [guestVariables.eventsAddress]: eventsAddress,
  }
}

/** What every process of the sandbox has in its environment. */
export function variablesOf(identity: SandboxIdentity): Variables {
  return sandboxVariables(identity.envVars, systemVariables(identity))
}
