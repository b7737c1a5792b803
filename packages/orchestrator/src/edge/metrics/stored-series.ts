/** The metric series of the node, with those that only the object store has. */
import type { SeriesStore } from '../../ports/observe.ts'
import type { StoredHistory } from '../artifact/stored-history.ts'
import type { SeriesFiles } from './series-files.ts'

export function storedSeries(files: SeriesFiles, history: StoredHistory): SeriesStore {
  const restore = (sandboxId: string) =>
    history.restore('metrics', sandboxId, (texts) => files.restore(sandboxId, texts))
  return {
    async load(sandboxId) {
      if (history.isExpected('metrics', sandboxId)) await restore(sandboxId)
      return await files.load(sandboxId)
    },
    async read(sandboxId) {
      const here = await files.load(sandboxId)
      if (here !== undefined) return here
      await restore(sandboxId)
      return await files.load(sandboxId)
    },
    save: (sandboxId, series) => files.save(sandboxId, series),
    sweep: () => files.sweep(),
  }
}
