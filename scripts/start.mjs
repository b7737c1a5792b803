// `npm start`: from a clone to a running Cay. Each step is skipped when there is nothing to do.
import { bootstrap, handOver } from './bootstrap.mjs'

const total = 5
await bootstrap({ total, rootNeededFor: 'sandboxes need root: run `sudo npm start`' })
handOver('packages/cli/src/main.ts', ['up', '--steps-before', '2'])
