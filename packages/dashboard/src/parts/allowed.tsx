import type { OperationId } from '@cay/contract/gen/control/operations.js'
import type { ComponentChildren } from 'preact'
import { useMay } from '../api/context.ts'

export interface AllowedProps {
  /** The call that what is inside would make. */
  readonly to: OperationId
  readonly children: ComponentChildren
}

/** What whoever is signed in may do; nothing where they may not. */
export function Allowed({ to, children }: AllowedProps) {
  return useMay()(to) ? <>{children}</> : null
}
