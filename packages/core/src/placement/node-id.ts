/** The id, in the records of control, of the node of an installation that is a single machine. */
export const localNodeId = 'local'
