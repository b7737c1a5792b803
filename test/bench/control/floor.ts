/** Program: serves the bytes that its parent sends, and tells where. */
import { once } from 'node:events'
import { serveBytes } from '@cay/control/testing/bare-routes.ts'

const answers = once(process, 'message')
process.send?.('ready')
const [given] = (await answers) as [Readonly<Record<string, string>>]
process.send?.(await serveBytes(given))
