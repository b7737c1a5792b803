/** An installation for one part of a measurement, with the official client pointed at it. */
import { dataLayout } from '@cay/kit/data-layout.ts'
import {
  connectOrchestrator,
  type OrchestratorClient,
} from '@cay/orchestrator/testing/orchestrator-client.ts'
import { Installation } from '../support/installation.ts'
import { ControlApi } from './control-api.ts'

export interface OwnInstallation {
  readonly api: ControlApi
  /** The node's own door. */
  readonly node: OrchestratorClient
  readonly dataDir: string
  /** Of its services as they are now: one that dies is started anew. Helpers that come and go are left out. */
  readonly servicePids: () => Promise<number[]>
}

/** Settings for a pool of always this size, whatever is asked for. */
export const poolOf = (size: number) => ({ CAY_POOL_SIZE: String(size), CAY_POOL_MAX: String(size) })

/** `settings`: environment variables beside the defaults. Two at once have different names. */
export async function withInstallation<T>(
  settings: Record<string, string>,
  task: (own: OwnInstallation) => Promise<T>,
  name = 'bench',
): Promise<T> {
  const installation = await Installation.prepare(name, settings)
  try {
    await installation.up()
    const endpoints = await installation.endpoints()
    process.env.E2B_API_KEY = endpoints.apiKey
    process.env.E2B_API_URL = endpoints.apiUrl
    process.env.E2B_SANDBOX_URL = endpoints.proxyUrl
    return await task({
      api: new ControlApi(endpoints),
      node: connectOrchestrator(dataLayout(endpoints.dataDir).orchestratorSocket),
      dataDir: endpoints.dataDir,
      servicePids: async () => {
        const { orchestrator, egress, control, proxy } = (await installation.record()).services
        return [orchestrator, egress, control, proxy].map(({ pid }) => pid)
      },
    })
  } finally {
    await installation.remove()
  }
}
