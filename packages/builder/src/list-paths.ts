/**
 * `node list-paths.ts IMAGE OUTFILE`: lists the paths of a root file system (an EROFS image of ours), absolute, with a NUL
 * behind each. The daemon of a sandbox compares itself with them to find out what is gone.
 */
import { writeFileSync } from 'node:fs'
import { pathsOf } from './app/make-image.ts'
import { readImage } from './edge/image-reader.ts'

const [, , image, outfile] = process.argv
if (image === undefined || outfile === undefined) {
  process.stderr.write('usage: node list-paths.ts IMAGE OUTFILE\n')
  process.exit(64)
}
writeFileSync(outfile, pathsOf(readImage(image).root), { flag: 'wx' })
