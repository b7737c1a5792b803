import { spawnSync } from 'node:child_process'

/**
 * What is written to the terminal of this process reaches it as it is. Node's raw mode keeps the setting that makes a line feed
 * go to the start of the line, which full-screen programs of another terminal do not expect. Leaving raw mode undoes it.
 */
export function passOutputUnchanged(): void {
  spawnSync('stty', ['-opost'], { stdio: ['inherit', 'ignore', 'ignore'] })
}
