import type { Api } from './api.ts'
import { useConnections } from './context.ts'

/** For views that are there only with the admin token. */
export function useAdminApi(): Api {
  const { admin } = useConnections()
  if (admin === undefined) throw new Error('this view needs the admin token')
  return admin
}
