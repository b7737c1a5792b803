/** Ids of artifacts that follow from their content. Those of snapshots and builds are the ids of these. */

/** Of a digest in hex: 192 bits name a content as surely as all of them, and leave room for the number of an attempt. */
const digitsKept = 48

export function rootfsArtifactId(sha256: string): string {
  return `rootfs-${sha256.slice(0, digitsKept)}`
}

export function runtimeArtifactId(sha256: string): string {
  return `runtime-${sha256.slice(0, digitsKept)}`
}
