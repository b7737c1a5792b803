/** Routes of volumes. They decode, call and encode; they decide nothing. */
import type { components } from '@cay/contract/gen/control/api.js'
import { showsTokens } from '@cay/core/team/key-scope.ts'
import type { Deps } from '../../app/deps.ts'
import type { Caller } from '../../app/key/caller.ts'
import { createVolume, deleteVolume, describeVolume, findVolume } from '../../app/volume/volumes.ts'
import type { VolumeRecord } from '../../ports/volume.ts'
import type { Routes } from '../add-operation.ts'

type VolumeRoutes = Pick<Routes, 'createVolume' | 'listVolumes' | 'getVolume' | 'deleteVolume'>

export function createVolumeRoutes(deps: Deps): VolumeRoutes {
  return {
    createVolume: async ({ team, body, caller }) => {
      const volume = await createVolume(deps, team, body)
      return { status: 201, body: await renderVolume(deps, volume, caller) }
    },
    listVolumes: async ({ team }) => {
      const volumes = await deps.store.listVolumes(team.teamId)
      const listed = volumes.map(({ volumeId, name, sizeMb }) => ({
        volumeID: volumeId,
        name,
        sizeMB: sizeMb,
      }))
      return { status: 200, body: listed }
    },
    getVolume: async ({ team, params, caller }) => {
      const volume = await findVolume(deps, team.teamId, params.volumeID)
      const usage = await describeVolume(deps, volume)
      return { status: 200, body: { ...(await renderVolume(deps, volume, caller)), usage } }
    },
    deleteVolume: async ({ team, params, query }) => {
      await deleteVolume(deps, team, { volumeId: params.volumeID, isForced: query.force === true })
      return { status: 204 }
    },
  }
}

async function renderVolume(
  { volumeTokens, domain }: Pick<Deps, 'volumeTokens' | 'domain'>,
  volume: VolumeRecord,
  { scope, keyId }: Caller,
): Promise<components['schemas']['Volume']> {
  const { volumeId, name, sizeMb } = volume
  return {
    volumeID: volumeId,
    name,
    sizeMB: sizeMb,
    // A token permits writes.
    ...(showsTokens(scope) ? { token: await volumeTokens.mint(volume, keyId) } : {}),
    ...(domain === null ? {} : { domain }),
  }
}
