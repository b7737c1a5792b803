/**
 * The kernel's packet rules, changed through nftables' own library in this process. Its tool takes 5 ms to start and
 * waits 10 more, when it ends, until the kernel has put away what it replaced.
 */
import koffi from 'koffi'
import { openForThisProcess } from './descriptors.ts'

export class PacketRulesError extends Error {
  constructor(said: string) {
    super(`nftables: ${said.trim().slice(0, saidLengthMax)}`)
    this.name = 'PacketRulesError'
  }
}

const saidLengthMax = 1000

/** An address in this process. */
type Context = bigint

/** For one caller at a time: the library keeps what it has read between two changes. */
export class Nftables {
  readonly #library = openLibrary()
  readonly #context: Context

  constructor() {
    // Its socket to the kernel is for nobody else, sandboxes' runtimes least of all.
    this.#context = openForThisProcess(() => this.#library.newContext(0))
    if (this.#library.bufferErrors(this.#context) !== 0) throw new PacketRulesError('out of memory')
  }

  /** All of the text is one transaction. Throws PacketRulesError, and then nothing has changed. */
  async apply(text: string): Promise<void> {
    const { run, errors } = this.#library
    const code = await new Promise<number>((resolve, reject) => {
      run.async(this.#context, text, (error: Error | null, answer: number) =>
        error === null ? resolve(answer) : reject(error),
      )
    })
    // Taken each time: what nobody takes stays in memory.
    const said = errors(this.#context)
    if (code !== 0) throw new PacketRulesError(said)
  }
}

/** The tool is this library and little else, so wherever there is `nft` there is this. */
function openLibrary() {
  const library = koffi.load('libnftables.so.1')
  return {
    newContext: library.func('void *nft_ctx_new(uint32_t flags)'),
    bufferErrors: library.func('int nft_ctx_buffer_error(void *context)'),
    errors: library.func('const char *nft_ctx_get_error_buffer(void *context)'),
    run: library.func('int nft_run_cmd_from_buffer(void *context, const char *text)'),
  }
}
