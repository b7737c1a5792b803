import type { Profiles } from '../dialect/profile/profiles-file.ts'

export interface ProfileStore {
  /** None when there is no file. */
  read(): Promise<Profiles>
  /** Only its owner can read it. */
  write(profiles: Profiles): Promise<void>
}
