/** What a node says of a sandbox. Control's own states are in `state.ts`: several verbs of control lie within one phase. */
export const nodePhases = ['running', 'pausing', 'paused', 'resuming', 'capturing', 'ended'] as const
export type NodePhase = (typeof nodePhases)[number]
