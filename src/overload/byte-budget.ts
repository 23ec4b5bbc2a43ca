// Bytes of request bodies that are held at once, over all requests. A body is counted before its first byte is read,
// with what it can grow to, and given back when its request ends. Large bodies may fill three quarters; the rest is
// kept for small ones.

/** Up to here a body is small. */
export const SMALL_BODY_BYTES = 65_536
const SHARE_OF_LARGE = 0.75

export class ByteBudget {
  readonly capBytes: number
  #heldBytes = 0

  constructor(capBytes: number) {
    this.capBytes = capBytes
  }

  get heldBytes(): number {
    return this.#heldBytes
  }

  /** Counts them where they fit. A lone body always fits, however small the cap. */
  take(bytes: number): boolean {
    const cap = bytes <= SMALL_BODY_BYTES ? this.capBytes : this.capBytes * SHARE_OF_LARGE
    if (this.#heldBytes > 0 && this.#heldBytes + bytes > cap) return false
    this.#heldBytes += bytes
    return true
  }

  giveBack(bytes: number): void {
    this.#heldBytes -= bytes
  }
}
