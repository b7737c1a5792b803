// `npm test`: its own set-up, then every check and every test. `--fast` leaves out what needs root or runsc, or takes minutes.
import { bootstrap } from './bootstrap.mjs'
import { handOver } from './node24.mjs'

const isFast = process.argv.includes('--fast')
const rootNeededFor = isFast
  ? undefined
  : 'the machine tests need root: run `sudo npm test`, or `npm run test:fast` for the rest'
await bootstrap({ total: isFast ? 3 : 11, rootNeededFor, withTests: true })
handOver('scripts/run-tests.ts', isFast ? ['--fast'] : [])
