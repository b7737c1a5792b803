/** What confining services needs of the machine. */
import type { dataLayout } from '@cay/kit/data-layout.ts'
import type { ServiceIds, UnprivilegedService } from '@cay/kit/service-users.ts'
import type { Role } from '../dialect/cluster/role.ts'
import type { View, ViewSources } from '../dialect/service/service-view.ts'

export interface KnownOwner {
  readonly kind: 'user' | 'group'
  readonly name: string
  readonly id: number
}

/** A file that a setting names, and its copy for a service. */
export interface FileCopy {
  readonly variable: string
  readonly from: string
  readonly to: string
  readonly uid: number
}

export interface ReadyView {
  readonly directory: string
  readonly fstab: string
}

export interface ServiceHost {
  /** A part of the clone that only its owner can read; undefined when there is none. */
  findUnreadable(packages: string): string | undefined
  /** Users and groups of the machine that have one of these ids. */
  findOwners(ids: readonly number[]): Promise<KnownOwner[]>
  /** Gives the parts of the data directory to the users of the services. */
  setOwners(
    dataDir: string,
    layout: ReturnType<typeof dataLayout>,
    options: {
      readonly ids: ServiceIds
      readonly hasTlsAuthority: boolean
      readonly hasObjectStore: boolean
      readonly role: Role
    },
  ): Promise<void>
  /** The files to be copied for a service into its directory, which is emptied. */
  prepareCopies(
    service: UnprivilegedService,
    env: Readonly<Record<string, string>>,
    options: { readonly directory: string; readonly uid: number },
  ): Promise<readonly FileCopy[]>
  /** Copies the file unless the copy is the same already. False when it cannot be read. */
  copyForService(file: FileCopy): Promise<boolean>
  findViewSources(packages: string): Omit<ViewSources, 'hasTlsAuthority' | 'hasObjectStore' | 'isMember'>
  /** Nothing is mounted yet. */
  makeView(directory: string, view: View): Promise<ReadyView>
}
