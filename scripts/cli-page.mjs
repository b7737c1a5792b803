// `npm run cli-page`: writes the tables of docs/cli.md from the table of commands.
import { handOver } from './node24.mjs'

handOver('test/cli-page/write.ts', [])
