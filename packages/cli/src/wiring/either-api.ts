import { team } from './client-access.ts'
import { admin } from './context.ts'

/** The request decides which credential is needed. */
export const eitherApi = { own: team, admin }
