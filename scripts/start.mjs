// `npm start`: from a clone to a running Cay. Each step is skipped when there is nothing to do.
import { bootstrap } from './bootstrap.mjs'
import { handOver } from './node24.mjs'

const total = 6
await bootstrap({ total, rootNeededFor: 'sandboxes need root: run `sudo npm start`', withTests: false })
handOver('packages/cli/src/main.ts', ['up', '--steps-before', '2', ...process.argv.slice(2)])
