// `npm run log-events`: writes the tables of docs/log-events.md from packages/kit/src/log-events.
import { handOver } from './node24.mjs'

handOver('test/log-events/write.ts', [])
