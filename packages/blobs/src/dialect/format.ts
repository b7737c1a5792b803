/** Sizes and names of the artifact format, version 1. docs/object-store.md describes it. */

/** Of a file's content, per frame; a file's last frame may be shorter. */
export const frameBytes = 4 * 1024 * 1024
/** An upper limit of the format. What is written is smaller, so that objects move in parallel. */
export const objectBytesMax = 64 * 1024 * 1024
/** A sealed frame begins with its nonce and ends with its tag. */
export const nonceBytes = 12
export const tagBytes = 16
/** What zstd may add to a frame that it cannot compress. */
const growthBytesMax = 64 * 1024
export const storedFrameBytesMax = frameBytes + growthBytesMax + nonceBytes + tagBytes

export const frameCount = (fileBytes: number) => Math.ceil(fileBytes / frameBytes)

/** The content of a frame, in bytes. */
export const frameLength = (fileBytes: number, frame: number) =>
  Math.min(frameBytes, fileBytes - frame * frameBytes)

export interface FrameName {
  readonly artifactId: string
  readonly file: string
  readonly frame: number
  readonly bytes: number
}

/** What a sealed frame is bound to: it opens nowhere else. No two frames of an artifact have the same. */
export function associatedData({ artifactId, file, frame, bytes }: FrameName): string {
  return JSON.stringify(['cay frame 1', artifactId, file, frame, bytes])
}
