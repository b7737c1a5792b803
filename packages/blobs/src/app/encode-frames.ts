/** The frames of all files, in order, as they are stored. */
import { frameBytes, frameCount, frameLength } from '../dialect/format.ts'
import { isAllZeros } from '../dialect/zero-runs.ts'
import type { ArtifactFile, ArtifactSource } from '../ports/artifact-files.ts'
import type { EncodedContent, FrameCodec } from './frame-codec.ts'
import { mapOrdered } from './map-ordered.ts'
import type { TransferLimits } from './transfer-limits.ts'

export interface EncodedFrame {
  readonly file: number
  readonly frame: number
  /** Absent: the content is zeros. */
  readonly stored?: EncodedContent
}

export interface EncodeDeps {
  readonly source: ArtifactSource
  readonly codec: FrameCodec
  readonly limits: TransferLimits
}

export function encodeFrames(
  { source, codec, limits }: EncodeDeps,
  artifactId: string,
  signal: AbortSignal,
): AsyncGenerator<EncodedFrame> {
  const encode = async ({ file, number, frame }: FrameOfFile): Promise<EncodedFrame> => {
    const bytes = frameLength(file.bytes, frame)
    const content = limits.buffers.take(bytes)
    await source.read(file.name, frame * frameBytes, content)
    const name = { artifactId, file: file.name, frame, bytes }
    const stored = isAllZeros(content) ? undefined : await codec.encode(content, name)
    // Only here: after a failure something may still read it.
    limits.buffers.give(content)
    return { file: number, frame, ...(stored === undefined ? {} : { stored }) }
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
