/**
 * The kernel's packet rules, read and changed through nftables' own library in this process. Its tool takes 5 ms to start
 * and waits 10 more, when it ends, until the kernel has put away what it replaced.
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

/** `terse`: the tool's own words, without the elements of sets. `json`: everything, numbers as numbers. */
export type ListingFormat = 'terse' | 'json'

/** Bits of nftables/libnftables.h. */
const outputFlags = {
  terse: 1 << 11,
  json: (1 << 4) | (1 << 7) | (1 << 8) | (1 << 9) | (1 << 10),
} as const satisfies Record<ListingFormat, number>

/** An address in this process. */
type Context = bigint

/** For one caller at a time: the library keeps what it has read between two changes. */
export class Nftables {
  readonly #library = openLibrary()
  readonly #context: Context

  constructor() {
    // No other process may inherit its socket to the kernel, least of all the runtimes of sandboxes.
    this.#context = openForThisProcess(() => this.#library.newContext(0))
    const { bufferErrors, bufferOutput } = this.#library
    if (bufferErrors(this.#context) !== 0 || bufferOutput(this.#context) !== 0)
      throw new PacketRulesError('out of memory')
  }

  /** All of the text is one transaction. Throws PacketRulesError, and then nothing has changed. */
  async apply(text: string): Promise<void> {
    await this.#run(text, 0)
  }

  /** What a `list` command says. Throws PacketRulesError, also when what it names is not there. */
  list(command: string, format: ListingFormat): Promise<string> {
    return this.#run(command, outputFlags[format])
  }

  async #run(text: string, flags: number): Promise<string> {
    const { run, errors, output, setOutputFlags } = this.#library
    setOutputFlags(this.#context, flags)
    const code = await new Promise<number>((resolve, reject) => {
      run.async(this.#context, text, (error: Error | null, answer: number) =>
        error === null ? resolve(answer) : reject(error),
      )
    })
    // Both are read each time: output that is not read stays in memory.
    const [said, complaint] = [output(this.#context), errors(this.#context)]
    if (code !== 0) throw new PacketRulesError(complaint)
    return said
  }
}

/** The tool is this library and little else, so wherever there is `nft` there is this. */
function openLibrary() {
  const library = koffi.load('libnftables.so.1')
  return {
    newContext: library.func('void *nft_ctx_new(uint32_t flags)'),
    bufferErrors: library.func('int nft_ctx_buffer_error(void *context)'),
    errors: library.func('const char *nft_ctx_get_error_buffer(void *context)'),
    bufferOutput: library.func('int nft_ctx_buffer_output(void *context)'),
    output: library.func('const char *nft_ctx_get_output_buffer(void *context)'),
    setOutputFlags: library.func('void nft_ctx_output_set_flags(void *context, uint32_t flags)'),
    run: library.func('int nft_run_cmd_from_buffer(void *context, const char *text)'),
  }
}
