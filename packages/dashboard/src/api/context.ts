import type { OperationId } from '@cay/contract/gen/control/operations.js'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Credential } from '../session.ts'
import type { Api, Schema } from './api.ts'

export interface Connections {
  readonly team: Api
  /** Absent without the admin token. */
  readonly admin?: Api
  /** The present one. */
  readonly credential: () => Credential
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

export const CallerContext = createContext<Schema<'Caller'> | undefined>(undefined)

export function useCaller(): Schema<'Caller'> {
  const caller = useContext(CallerContext)
  if (caller === undefined) throw new Error('nobody is signed in')
  return caller
}

/** Whether the API would take a call from whoever is signed in: what it would refuse is not offered. */
export function useMay(): (operation: OperationId) => boolean {
  const { operations } = useCaller()
  return (operation) => operations.includes(operation)
}
