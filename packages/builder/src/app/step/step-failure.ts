/** A step cannot be done; the message is for whoever wrote it. */
export class StepFailure extends Error {}
