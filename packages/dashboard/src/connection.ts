/** Whether the service responded to the last request. */
import { createStore } from './store.ts'

export const connection = createStore<'up' | 'away'>('up')
