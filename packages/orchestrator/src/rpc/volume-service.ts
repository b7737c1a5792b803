/** The RPC service of volumes: decodes, calls, encodes. */
import { Volumes as VolumeService } from '@cay/contract/gen/volume/volume_pb.js'
import { ServiceError } from '@cay/core/errors.ts'
import type { ConnectRouter } from '@connectrpc/connect'
import { type DetachContext, detachVolume } from '../app/volume/detach-volumes.ts'
import type { VolumeServers } from '../edge/volume/volume-servers.ts'
import type { Volumes } from '../ports/volume.ts'

/** `shared`: undefined where the volumes are on this machine alone. */
export function volumeRoutes(
  volumes: Volumes,
  servers: Pick<VolumeServers, 'stop'>,
  shared: DetachContext | undefined,
) {
  return (router: ConnectRouter): void => {
    router.service(VolumeService, {
      async createVolume({ volumeId, sizeMb }) {
        await volumes.create(checkVolumeId(volumeId), sizeMb)
        return {}
      },
      async deleteVolume({ volumeId }) {
        await servers.stop(checkVolumeId(volumeId))
        await volumes.remove(volumeId)
        return {}
      },
      async attachVolume({ volumeId, epoch }) {
        await assertShared(shared).sharedVolumes.attach(checkVolumeId(volumeId), Number(epoch))
        return {}
      },
      async detachVolume({ volumeId, epoch }) {
        await detachVolume(assertShared(shared), checkVolumeId(volumeId), Number(epoch))
        return {}
      },
      async describeVolume({ volumeId }) {
        const { totalBytes, usedBytes, totalFiles, usedFiles } = await volumes.usage(checkVolumeId(volumeId))
        return {
          totalBytes: BigInt(totalBytes),
          usedBytes: BigInt(usedBytes),
          totalFiles: BigInt(totalFiles),
          usedFiles: BigInt(usedFiles),
        }
      },
    })
  }
}

function assertShared(shared: DetachContext | undefined): DetachContext {
  if (shared !== undefined) return shared
  throw new ServiceError('precondition_failed', 'the node shares no directory of volumes')
}

/** It becomes part of a path. */
export function checkVolumeId(volumeId: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(volumeId)) return volumeId
  throw new ServiceError('request_invalid', 'volume_id must be a UUID')
}
