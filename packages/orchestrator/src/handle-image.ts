/** `node handle-image.ts REQUEST`: does to the file of a shared volume what the request in JSON says, and prints the outcome. */
import type { ImageRequest } from './dialect/shared-image.ts'
import { handleImage } from './edge/volume/shared-image.ts'

const request = JSON.parse(process.argv[2] ?? '') as ImageRequest
process.stdout.write(`${await handleImage(request)}\n`)
