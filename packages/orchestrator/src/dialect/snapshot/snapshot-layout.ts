/** Paths of snapshots below the data directory. */

/** Name prefixes of what is not there yet, and of what is not there any more: both are swept. */
export const makingPrefix = '.making-'
export const removingPrefix = '.removing-'

/** A UUID, with or without its lines: nothing else becomes a path. */
export function isSnapshotId(text: string): boolean {
  return /^[0-9a-f-]{32,36}$/.test(text)
}

export function snapshotsLayout(dataDir: string) {
  const snapshots = `${dataDir}/snapshots`
  return {
    snapshots,
    snapshot: (snapshotId: string) => `${snapshots}/${snapshotId}`,
    making: (snapshotId: string) => `${snapshots}/${makingPrefix}${snapshotId}`,
    removing: (snapshotId: string) => `${snapshots}/${removingPrefix}${snapshotId}`,
  }
}

export function snapshotLayout(directory: string) {
  return {
    /** A second name of the build's file: it costs nothing, and is there as long as the snapshot is. */
    rootfs: `${directory}/rootfs.erofs`,
    checkpoint: `${directory}/checkpoint`,
    files: `${directory}/files.tar`,
    /** Written last: what lacks it is no snapshot. */
    manifest: `${directory}/manifest.json`,
  }
}
