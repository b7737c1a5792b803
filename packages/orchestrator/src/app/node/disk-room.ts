import type { NodeContext } from './node-context.ts'

const bytesPerMb = 2 ** 20

/** Free bytes of the disk beyond the reserve of the node. */
export async function diskRoomBytes({ host, bounds }: Pick<NodeContext, 'bounds' | 'host'>): Promise<number> {
  const { diskAvailableMb } = await host.room()
  return Math.max(0, diskAvailableMb - bounds.diskReserveMb) * bytesPerMb
}
