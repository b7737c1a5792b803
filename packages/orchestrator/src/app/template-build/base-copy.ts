/**
 * A copy of the base, which becomes the root file system. Writing it is the longest part of making one, so it is made while
 * the steps run. Without it, the program that makes the image copies the base itself.
 */
import type { RootfsMaker } from '../../ports/template-build.ts'

export class BaseCopy {
  readonly #rootfs: RootfsMaker
  readonly #base: string
  readonly #path: string
  readonly #abort = new AbortController()
  #copying: Promise<boolean> | undefined

  /** `path` must not exist, and must lie on the file system of the result. */
  constructor(rootfs: RootfsMaker, base: string, path: string) {
    this.#rootfs = rootfs
    this.#base = base
    this.#path = path
  }

  /** Starts the copy; further calls do nothing. */
  begin(): void {
    this.#copying ??= this.#rootfs.copyBase(this.#base, this.#path, this.#abort.signal)
  }

  /** Resolves when the copy is complete; undefined when there is none. */
  async finished(): Promise<string | undefined> {
    return (await this.#copying) === true ? this.#path : undefined
  }

  async giveUp(): Promise<void> {
    this.#abort.abort()
    await this.#copying
  }
}
