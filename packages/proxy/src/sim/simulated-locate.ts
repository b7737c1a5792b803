import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname } from 'node:path'
import { Locate, LocationState } from '@cay/contract/gen/cluster/locate_pb.js'
import type { ConnectRouter } from '@connectrpc/connect'
import { connectNodeAdapter } from '@connectrpc/connect-node'
import type { AuthorizedRequest } from '../ports/cluster.ts'

export interface SimulatedLocation {
  readonly state: LocationState
  readonly nodeId?: string
  readonly address?: string
  readonly epoch?: bigint
}

/** Control as the proxies of a cluster call it, without a store. A test sets the locations, and may hold or reject calls. */
export class SimulatedLocate {
  readonly locations = new Map<string, SimulatedLocation>()
  /** The ids of each call. */
  readonly asked: string[][] = []
  readonly resumes: AuthorizedRequest[] = []
  onLocate: (ids: readonly string[]) => Promise<void> | void = () => undefined
  onResume: (request: AuthorizedRequest) => Promise<SimulatedLocation> | SimulatedLocation = () => ({
    state: LocationState.NOT_FOUND,
  })

  async listen(path: string): Promise<() => void> {
    mkdirSync(dirname(path), { recursive: true })
    const server = createServer(connectNodeAdapter({ routes: this.#routes }))
    server.listen(path)
    await once(server, 'listening')
    return () => {
      server.closeAllConnections()
      server.close()
    }
  }

  readonly #routes = (router: ConnectRouter): void => {
    router.service(Locate, {
      locateSandboxes: async ({ sandboxIds }) => {
        this.asked.push(sandboxIds)
        await this.onLocate(sandboxIds)
        return {
          locations: sandboxIds.map((sandboxId) => ({
            ...{ sandboxId, state: LocationState.NOT_FOUND },
            ...this.locations.get(sandboxId),
          })),
        }
      },
      resumeForTraffic: async ({ sandboxId, port, accessToken, trafficToken }) => {
        const request = { sandboxId, port, accessToken, trafficToken }
        this.resumes.push(request)
        const location = await this.onResume(request)
        this.locations.set(sandboxId, location)
        return { location: { sandboxId, ...location } }
      },
    })
  }
}
