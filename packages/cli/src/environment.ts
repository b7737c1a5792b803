import type { Environment } from '@cay/kit/settings.ts'

/** Of this process, for the wiring: the door by which it comes in. */
export const ownEnvironment: Environment = process.env
