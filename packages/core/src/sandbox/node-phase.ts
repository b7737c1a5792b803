/**
 * The phases of a sandbox that a node reports. Control's own states are in `state.ts`: several states of control map to
 * one phase.
 */
export const nodePhases = ['running', 'pausing', 'paused', 'resuming', 'capturing', 'ended'] as const
export type NodePhase = (typeof nodePhases)[number]
