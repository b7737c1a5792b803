/** Of `memory.oom_control` (version 1) and of `memory.events` (version 2), which have the same line for it. */
export function memoryKillsIn(text: string): number {
  return Number(/^oom_kill (\d+)$/m.exec(text)?.[1] ?? 0)
}
