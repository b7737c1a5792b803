/** The id of the artifact with the files of a COPY step, which control and nodes derive from what the client says of them. */
import { createHash } from 'node:crypto'

const prefix = 'upload-'
/** Of a digest in hex: 192 bits name a content as surely as all of them, and leave room for the number of an attempt. */
const digitsKept = 48

export function uploadArtifactId(teamId: string, filesHash: string): string {
  const name = createHash('sha256')
    .update(JSON.stringify([teamId, filesHash]))
    .digest('hex')
  return `${prefix}${name.slice(0, digitsKept)}`
}

export const isUploadArtifactId = (artifactId: string) => artifactId.startsWith(prefix)
