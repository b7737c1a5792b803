import { describeBlobStore } from '../../../../test/suites/blob-store.ts'
import { createMemoryStore } from './memory-store.ts'

describeBlobStore('simulated', async () => {
  const store = createMemoryStore()
  return { store, client: store.presigned, stop: async () => undefined }
})
