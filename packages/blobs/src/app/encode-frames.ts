/** The frames of all files, in order, as they are stored. */
import { frameBytes, frameCount, frameLength } from '../dialect/format.ts'
import type { ArtifactFile, ArtifactSource } from '../ports/artifact-files.ts'
import type { EncodedContent, FrameKeys } from '../ports/frame-workers.ts'
import { mapOrdered } from './map-ordered.ts'
import type { TransferLimits } from './transfer-limits.ts'

export interface EncodedFrame {
  readonly file: number
  readonly frame: number
  /** Absent: the content is zeros. */
  readonly encoded?: EncodedContent
}

export interface EncodeDeps {
  readonly source: ArtifactSource
  readonly keys: FrameKeys | undefined
  readonly limits: TransferLimits
}

export function encodeFrames(
  { source, keys, limits }: EncodeDeps,
  artifactId: string,
  signal: AbortSignal,
): AsyncGenerator<EncodedFrame> {
  const encode = async ({ file, number, frame }: FrameOfFile): Promise<EncodedFrame> => {
    const name = { artifactId, file: file.name, frame, bytes: frameLength(file.bytes, frame) }
    const descriptor = await source.descriptor(file.name)
    const encoded = await limits.workers.encode({ descriptor, offset: frame * frameBytes, name, keys })
    return { file: number, frame, ...(encoded === undefined ? {} : { encoded }) }
  }
  return mapOrdered(framesOf(source.files), limits.framesPerTransfer, (item) =>
    limits.frames.run(() => encode(item), signal),
  )
}

interface FrameOfFile {
  readonly file: ArtifactFile
  readonly number: number
  readonly frame: number
}

function* framesOf(files: readonly ArtifactFile[]): Generator<FrameOfFile> {
  for (const [number, file] of files.entries())
    for (let frame = 0; frame < frameCount(file.bytes); frame++) yield { file, number, frame }
}
