/** POST /memory/trim: the node is about to save the sandbox, and wants no more memory in it than the daemon needs. */

import type { OwnMemory } from '../ports/runtime.ts'
import type { Exchange } from './respond.ts'

export function handleTrimMemory(memory: OwnMemory, { response }: Exchange): void {
  memory.trim()
  response.writeHead(204).end()
}
