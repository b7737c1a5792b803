/** The file that says where the records of a member of a cluster are. */
import type { ClusterSettings } from '../dialect/cluster/cluster-file.ts'

export interface ClusterFiles {
  /** Empty when there is no such file, or when it is unreadable for this user. */
  read(path: string): ClusterSettings
  write(path: string, settings: ClusterSettings): Promise<void>
}
