/**
 * The copy of the base that a root file system begins as. To write it is the longest part of making one, so it is made
 * while steps run; without one, or when it cannot be made, the program that makes the image copies for itself.
 */
import type { RootfsMaker } from '../../ports/template-build.ts'

export class BaseCopy {
  readonly #rootfs: RootfsMaker
  readonly #base: string
  readonly #path: string
  readonly #abort = new AbortController()
  #copying: Promise<boolean> | undefined

  /** `path` must not exist, and lie on one file system with what is made. */
  constructor(rootfs: RootfsMaker, base: string, path: string) {
    this.#rootfs = rootfs
    this.#base = base
    this.#path = path
  }

  /** Once, however often it is called. */
  begin(): void {
    this.#copying ??= this.#rootfs.copyBase(this.#base, this.#path, this.#abort.signal)
  }

  /** Resolves when it is whole; undefined when there is none. */
  async finished(): Promise<string | undefined> {
    return (await this.#copying) === true ? this.#path : undefined
  }

  async giveUp(): Promise<void> {
    this.#abort.abort()
    await this.#copying
  }
}
