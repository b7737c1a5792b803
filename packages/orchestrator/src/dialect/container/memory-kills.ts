/** Parses the count of OOM kills, which `memory.oom_control` (cgroup v1) and `memory.events` (v2) have in the same format. */
export function memoryKillsIn(text: string): number {
  return Number(/^oom_kill (\d+)$/m.exec(text)?.[1] ?? 0)
}
