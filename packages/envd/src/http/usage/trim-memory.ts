/**
 * POST /memory/trim: the node calls this before a checkpoint, so that the checkpoint contains no more memory than the
 * daemon needs.
 */

import type { OwnMemory } from '../../ports/runtime.ts'
import type { Exchange } from '../respond.ts'

export function handleTrimMemory(memory: OwnMemory, { response }: Exchange): void {
  memory.trim()
  response.writeHead(204).end()
}
