// All keys in memory, polled from their store: no request waits for a lookup, and a flood of unknown keys reaches no
// database. A change takes effect within FOLLOW_EVERY_MS. Until the first read succeeds a call with a key is 503, never
// 401: a key that was not read is not an unknown key.

import { say } from '../language/sentence.ts'
import { ServiceError } from '../errors.ts'
import type { KeyRecord, KeyStore } from './api-key.ts'

const FOLLOW_EVERY_MS = 1000
const NONE: readonly KeyRecord[] = []

export interface KeySource {
  /** keys that changed after change number `since`, or all there are (`isWhole`), with the number of the last change */
  readChanges(since: number): Promise<{ last: number; isWhole: boolean; keys: readonly KeyRecord[] }>
}

export class KeyList implements KeyStore {
  #source: KeySource
  #byPrefix = new Map<string, KeyRecord[]>()
  /** -1: never read */
  #last = -1
  #timer: NodeJS.Timeout | null = null
  #reading: Promise<void> | null = null
  #failed = false
  #onChange: (gone: boolean, cause: unknown) => void

  /** `onChange` is called when keys become unreadable and when they are readable again; the last known keys stay. */
  constructor(source: KeySource, onChange: (gone: boolean, cause: unknown) => void = () => {}) {
    this.#source = source
    this.#onChange = onChange
  }

  /** True if the last read failed or nothing has been read yet. */
  get isGone(): boolean {
    return this.#failed || this.#last < 0
  }

  get size(): number {
    return this.#byPrefix.size
  }

  /** Reads once, then every second until `close`. Resolves after the first attempt, successful or not. */
  async follow(): Promise<void> {
    await this.refresh()
    this.#timer = setInterval(() => void this.refresh(), FOLLOW_EVERY_MS)
    this.#timer.unref()
  }

  refresh(): Promise<void> {
    return (this.#reading ??= this.#read().finally(() => (this.#reading = null)))
  }

  listByPrefix(prefix: string): readonly KeyRecord[] {
    if (this.#last < 0)
      throw new ServiceError(say('error.busy.keys'), {
        retryAfterS: 2,
      })
    return this.#byPrefix.get(prefix) ?? NONE
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
  }

  async #read(): Promise<void> {
    try {
      const { last, isWhole, keys } = await this.#source.readChanges(this.#last)
      if (isWhole) this.#byPrefix.clear()
      for (const record of keys)
        this.#byPrefix.set(record.prefix, [
          ...(this.#byPrefix.get(record.prefix) ?? []).filter(({ sha256 }) => !sha256.equals(record.sha256)),
          record,
        ])
      this.#last = last
      if (this.#failed) this.#onChange(false, null)
      this.#failed = false
    } catch (cause) {
      if (!this.#failed) this.#onChange(true, cause)
      this.#failed = true
    }
  }
}
