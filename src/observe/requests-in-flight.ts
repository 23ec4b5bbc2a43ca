// What the main thread is working on, in memory shared with a watchdog that reads it while the main thread is blocked:
// a heartbeat counter, and the requests in progress that were touched last, newest first. A request is written as
// `METHOD /path caller=hash`: no query, no header, no address.

const SLOTS = 32
const TEXT_BYTES = 160
const INTS_PER_SLOT = 2

export class RequestsInFlight {
  readonly memory: SharedArrayBuffer
  /** the heartbeat, then two numbers for each slot: its sequence number (0: free) and the length of its text */
  readonly #numbers: Int32Array
  readonly #texts: Buffer
  #written = 0

  /** Allocates new memory unless some is given. */
  constructor(memory?: SharedArrayBuffer) {
    const numbers = 1 + SLOTS * INTS_PER_SLOT
    this.memory = memory ?? new SharedArrayBuffer(numbers * 4 + SLOTS * TEXT_BYTES)
    this.#numbers = new Int32Array(this.memory, 0, numbers)
    this.#texts = Buffer.from(this.memory, numbers * 4)
  }

  /** Counts a heartbeat: the main thread is running. */
  beat(): void {
    Atomics.add(this.#numbers, 0, 1)
  }

  get beats(): number {
    return Atomics.load(this.#numbers, 0)
  }

  /** Writes a request over the oldest entry; pass the returned number to `clear`. */
  write(text: string): number {
    this.#written = (this.#written + 1) | 0 || 1
    const slot = this.#written & (SLOTS - 1)
    const at = 1 + slot * INTS_PER_SLOT
    this.#numbers[at] = 0
    this.#numbers[at + 1] = this.#texts.write(text, slot * TEXT_BYTES, TEXT_BYTES, 'latin1')
    Atomics.store(this.#numbers, at, this.#written)
    return this.#written
  }

  /** Removes the request, unless it has been overwritten. */
  clear(written: number): void {
    const at = 1 + (written & (SLOTS - 1)) * INTS_PER_SLOT
    if (this.#numbers[at] === written) this.#numbers[at] = 0
  }

  /** The requests in progress, newest first. */
  read(): string[] {
    const found: { written: number; text: string }[] = []
    for (let slot = 0; slot < SLOTS; slot++) {
      const written = Atomics.load(this.#numbers, 1 + slot * INTS_PER_SLOT)
      if (written === 0) continue
      const length = this.#numbers[2 + slot * INTS_PER_SLOT]
      found.push({ written, text: this.#texts.toString('latin1', slot * TEXT_BYTES, slot * TEXT_BYTES + length) })
    }
    return found.sort((a, b) => (b.written - a.written) | 0).map(({ text }) => text)
  }
}

const SEED = (Math.random() * 2 ** 32) >>> 0

/** Distinguishes the callers of one process without naming them: another process gives other hashes. */
export function callerHash(caller: string): string {
  let hash = SEED
  for (let i = 0; i < caller.length; i++) hash = Math.imul(hash ^ caller.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
