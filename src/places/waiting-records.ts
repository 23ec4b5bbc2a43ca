// Places of one kind that wait to be written: sorted on disk by the order in which they are written, each with the
// ground where it stands, and bytes from which its row is made.

import type { SortedRuns } from '../storage/sorted-runs.ts'
import type { Standing } from './stand-objects.ts'
import type { WorkFiles } from './work-files.ts'

/** Its order, index, height and prominence. */
const RECORD_KEYS = 4
const UNKNOWN = -Infinity

export class WaitingRecords {
  readonly #runs: SortedRuns

  constructor(work: WorkFiles, name: string) {
    this.#runs = work.sortedRuns(name, RECORD_KEYS)
  }

  get count(): number {
    return this.#runs.count
  }

  /** Of those with the same order, the one with the lower index comes first. */
  add(order: number, { index, heightM, prominenceM }: Standing, bytes: Uint8Array): void {
    this.#runs.add([order, index, heightM ?? UNKNOWN, prominenceM ?? UNKNOWN], bytes)
  }

  /** All of them in order; the bytes are valid until the next one. Adding one after this throws. */
  *read(): Generator<{ order: number; standing: Standing; bytes: Uint8Array }> {
    for (const { keys, bytes } of this.#runs.read()) {
      const [order, index, heightM, prominenceM] = keys
      yield { order, standing: { index, heightM: knownOrNull(heightM), prominenceM: knownOrNull(prominenceM) }, bytes }
    }
  }
}

const knownOrNull = (key: number): number | null => (key === UNKNOWN ? null : key)
