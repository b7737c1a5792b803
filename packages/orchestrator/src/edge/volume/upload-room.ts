/**
 * Room on the disk for uploads, in sum. Nothing is promised by a length that a client says, so one that says much and sends nothing
 * takes nothing from others: each upload holds what it may send before the next look at the disk.
 */
import { noRoom } from './disk-room.ts'

/** Bytes between two looks at the disk. */
const stepBytes = 4 * 1024 * 1024
/** Bytes of an upload that may be in sockets and in memory, and in no file yet. */
const aheadBytes = 4 * 1024 * 1024

export interface UploadRoomOptions {
  /** Free above the reserve, in bytes. */
  readonly roomBytes: () => Promise<number>
  readonly reserveMb: number
}

export interface Upload {
  /** Before each piece of the body is passed on. A promise is to be awaited; it rejects with ServiceError `node_disk_full`. */
  admit(bytes: number): Promise<void> | undefined
  end(): void
}

export class UploadRoom {
  readonly #options: UploadRoomOptions
  #heldBytes = 0

  constructor(options: UploadRoomOptions) {
    this.#options = options
  }

  /** `lengthBytes`: what the client says; undefined: it does not. Throws ServiceError `node_disk_full`. */
  async begin(lengthBytes: number | undefined): Promise<Upload> {
    const held = Math.min(lengthBytes ?? Number.POSITIVE_INFINITY, stepBytes + aheadBytes)
    const { roomBytes, reserveMb } = this.#options
    const room = await roomBytes()
    // Nothing comes in between, so concurrent uploads cannot have the same room.
    if (room < this.#heldBytes + Math.max(held, lengthBytes ?? 0)) throw noRoom(reserveMb)
    this.#heldBytes += held
    const end = () => {
      this.#heldBytes -= held
    }
    let sinceLook = 0
    const admit = (bytes: number) => {
      sinceLook += bytes
      if (sinceLook < stepBytes) return undefined
      sinceLook = 0
      return this.#check()
    }
    return { admit, end }
  }

  async #check(): Promise<void> {
    const { roomBytes, reserveMb } = this.#options
    if ((await roomBytes()) < this.#heldBytes) throw noRoom(reserveMb)
  }
}
