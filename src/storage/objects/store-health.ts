// Whether a store that is read by ranges can be used, and which of its files cannot. While it does not answer, reads
// fail at once instead of each waiting for a timeout; only a probe keeps asking until the store answers again.

import type { ServiceError } from '../../errors.ts'
import type { BlockFile } from './block-lists.ts'

const CALM_MS = 5000
const LOST_MS = 500

export interface HealthOptions {
  calmMs?: number
  lostMs?: number
}

export interface WrongBlock {
  file: BlockFile
  n: number
}

export class StoreHealth {
  readonly #name: string
  readonly #options: HealthOptions
  #lost: { why: string; since: string } | null = null
  /** files with a damaged block, by the file's hash */
  readonly #wrong = new Map<string, WrongBlock & { why: string }>()
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  #turn = 0
  #look: (() => Promise<void>) | null = null
  #isLooking = false
  /** whether the timer is set for the short interval after a loss */
  #isSoon = false

  constructor(name: string, options: HealthOptions) {
    this.#name = name
    this.#options = options
  }

  get isLost(): boolean {
    return this.#lost !== null
  }

  /** For operators: one sentence for each loss. */
  listLost(): string[] {
    const sentences = [...this.#wrong.values()].map(
      ({ file, why }) => `Heights and maps: ${file.path} cannot be read from the store ${this.#name} (${why})`,
    )
    if (this.#lost === null) return sentences
    const { why, since } = this.#lost
    return [`Heights and maps: the store ${this.#name} cannot be used (${why}) since ${since}`]
  }

  /** A read failed; the code `busy` means the whole store. */
  failed({ file, n }: WrongBlock, thrown: ServiceError): void {
    const why = thrown.message.replace(/\.$/, '')
    if (thrown.code === 'busy') this.#lost ??= { why, since: new Date().toISOString() }
    else this.#wrong.set(file.sha256, { file, n, why })
    this.#waitForNext()
  }

  /** A block was read and is correct. */
  answered({ file, n }: WrongBlock): void {
    this.#lost = null
    if (this.#wrong.get(file.sha256)?.n === n) this.#wrong.delete(file.sha256)
  }

  /**
   * Probes one block at intervals, file by file; in a damaged file, always the damaged block. Settles after the first
   * probe.
   */
  watch(listFiles: () => readonly BlockFile[], probe: (block: WrongBlock) => Promise<void>): Promise<void> {
    const look = async (): Promise<void> => {
      const files = listFiles()
      for (const sha256 of this.#wrong.keys())
        if (!files.some((file) => file.sha256 === sha256)) this.#wrong.delete(sha256)
      if (files.length === 0) this.#lost = null
      else {
        const file = files[this.#turn++ % files.length]
        await probe({ file, n: this.#wrong.get(file.sha256)?.n ?? 0 }).catch(() => {})
      }
    }
    this.#look = async () => {
      this.#isLooking = true
      await look()
      this.#isLooking = false
      this.#waitForNext()
    }
    return this.#look()
  }

  #waitForNext(): void {
    const look = this.#look
    if (look === null || this.#isLooking || this.#isClosed) return
    const { calmMs = CALM_MS, lostMs = LOST_MS } = this.#options
    const isSoon = this.#lost !== null || this.#wrong.size > 0
    if (this.#isSoon && isSoon) return
    this.#isSoon = isSoon
    clearTimeout(this.#timer)
    this.#timer = setTimeout(
      () => {
        this.#isSoon = false
        void look()
      },
      isSoon ? lostMs : calmMs,
    ).unref()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }
}
