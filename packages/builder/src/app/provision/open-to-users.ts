/** What whoever uses a sandbox may write without being root, whatever the steps of the build have made of it. */
import { type Directory, directoriesOf, ensureDirectory } from '../../dialect/tree/tree.ts'
import { provisionLayer } from './file-access.ts'

const places = [['usr', 'local'], ['code']]

export function openToUsers(root: Directory): void {
  for (const names of places) {
    for (const directory of directoriesOf(ensureDirectory(root, names, provisionLayer))) {
      directory.attributes = { ...directory.attributes, mode: 0o777 }
      for (const entry of directory.entries.values())
        if (entry.kind === 'file') entry.attributes = { ...entry.attributes, mode: 0o777 }
    }
  }
}
