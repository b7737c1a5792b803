/** The logs of the node, with those that only the object store has. */
import type { LogStore } from '../../ports/observe.ts'
import type { StoredHistory } from '../artifact/stored-history.ts'
import type { LogFiles } from './log-files.ts'

export function storedLogs(files: LogFiles, history: StoredHistory): LogStore {
  const restore = (sandboxId: string) =>
    history.restore('log', sandboxId, (texts) => files.restore(sandboxId, texts))
  const restoreAdopted = async (sandboxId: string) => {
    if (history.isExpected('log', sandboxId)) await restore(sandboxId)
  }
  return {
    async append(sandboxId, batch) {
      await restoreAdopted(sandboxId)
      await files.append(sandboxId, batch)
    },
    async guestCursor(sandboxId) {
      await restoreAdopted(sandboxId)
      return await files.guestCursor(sandboxId)
    },
    async read(sandboxId, query) {
      if (!(await files.has(sandboxId))) await restore(sandboxId)
      return await files.read(sandboxId, query)
    },
    sweep: () => files.sweep(),
  }
}
