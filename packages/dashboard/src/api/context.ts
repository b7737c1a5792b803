import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Api } from './api.ts'

export interface Connections {
  readonly team: Api
  /** Absent without the admin token. */
  readonly admin?: Api
}

export const ConnectionsContext = createContext<Connections | undefined>(undefined)

export function useApi(): Api {
  return useConnections().team
}

export function useConnections(): Connections {
  const connections = useContext(ConnectionsContext)
  if (connections === undefined) throw new Error('nobody is signed in')
  return connections
}
