// `npm run pictures`: its own set-up, then new pictures of the dashboard for docs/dashboard.md.
import { bootstrap } from './bootstrap.mjs'
import { handOver } from './node24.mjs'

await bootstrap({
  total: 3,
  rootNeededFor: 'the pictures show sandboxes: run `sudo npm run pictures`',
  withTests: true,
})
handOver('test/pictures/main.ts', process.argv.slice(2))
