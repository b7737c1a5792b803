/**
 * A volume in a directory that several nodes share is attached to one of them at a time. What the directory says of it travels
 * with the files, so that a command that was overtaken is refused wherever it arrives.
 */

export interface Attachment {
  /** Raised by control with every node that gets the volume. */
  readonly epoch: number
  /** The node that may attach it; empty: none, because it was taken from that node. */
  readonly nodeId: string
}

export interface AttachRequest {
  readonly nodeId: string
  /** Absent: the node attaches again what it has, after a restart for example. */
  readonly epoch?: number | undefined
}

export type AttachDecision =
  /** `record`: what the directory has to say of it first. */
  | { readonly kind: 'attach'; readonly record?: Attachment }
  /** The command is older than what the directory says. */
  | { readonly kind: 'stale' }
  /** The node has not been given the volume, or not any more. */
  | { readonly kind: 'elsewhere' }

/** `recorded` is undefined for a volume that was never attached. */
export function decideAttach(
  recorded: Attachment | undefined,
  { nodeId, epoch }: AttachRequest,
): AttachDecision {
  if (epoch === undefined) return recorded?.nodeId === nodeId ? { kind: 'attach' } : { kind: 'elsewhere' }
  if (recorded === undefined || recorded.epoch < epoch) return { kind: 'attach', record: { epoch, nodeId } }
  if (recorded.epoch === epoch && recorded.nodeId === nodeId) return { kind: 'attach' }
  return { kind: 'stale' }
}

/**
 * What the directory has to say of a volume that was taken from a node for the one that gets it under `epoch`; undefined when
 * it says something newer.
 */
export function decideDetach(recorded: Attachment | undefined, epoch: number): Attachment | undefined {
  return (recorded?.epoch ?? 0) >= epoch ? undefined : { epoch: epoch - 1, nodeId: '' }
}

/** Undefined for what no node has written. */
export function parseAttachment(text: string): Attachment | undefined {
  const [, epoch, nodeId] = /^(\d{1,15}) (\S*)\n$/.exec(text) ?? []
  return epoch === undefined || nodeId === undefined ? undefined : { epoch: Number(epoch), nodeId }
}

export function renderAttachment({ epoch, nodeId }: Attachment): string {
  return `${epoch} ${nodeId}\n`
}
