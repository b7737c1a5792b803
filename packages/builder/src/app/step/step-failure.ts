/** A step cannot be executed; the message is for its author. */
export class StepFailure extends Error {}
