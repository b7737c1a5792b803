/** What the form of the egress policy begins with, and what is sent of it: the API replaces the whole policy. */
import type { components } from '@cay/contract/gen/control/api.js'

type Schemas = components['schemas']
type Network = Schemas['SandboxNetworkConfig']

interface Present {
  readonly network: Partial<Network>
  readonly allowInternetAccess: boolean | null | undefined
}

export interface FormLists {
  readonly allowOut: string[]
  readonly denyOut: string[]
}

const allAddresses = '0.0.0.0/0'

/** Without internet access all addresses are denied, though the list does not name them: the form does. */
export function listsForForm({ network, allowInternetAccess }: Present): FormLists {
  const { allowOut = [], denyOut = [] } = network
  const isNamed = allowInternetAccess !== false || denyOut.includes(allAddresses)
  return { allowOut, denyOut: isNamed ? denyOut : [...denyOut, allAddresses] }
}

/** The API does not return the password of a proxy, so one that has some cannot be sent again. */
export const losesProxy = ({ egressProxy }: Partial<Network>) => egressProxy?.username !== undefined

/** What is not in the form stays as it is. */
export function networkChangeOf(
  { network, allowInternetAccess }: Present,
  lists: FormLists,
): Omit<Schemas['SandboxNetworkUpdateConfig'], 'closeExisting'> {
  const { rules, egressProxy } = network
  const opens = allowInternetAccess === false && !lists.denyOut.includes(allAddresses)
  return {
    ...lists,
    ...(rules === undefined ? {} : { rules }),
    ...(egressProxy == null || losesProxy(network) ? {} : { egressProxy }),
    ...(opens ? { allow_internet_access: true } : {}),
  }
}
