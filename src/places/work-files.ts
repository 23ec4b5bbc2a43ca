// The temporary files of a catalogue that is being built: all begin with one path, and all go at once. None is made
// for what fits into memory.

import { ByteFile } from '../storage/byte-file.ts'
import { SortedRuns } from '../storage/sorted-runs.ts'

export class WorkFiles {
  readonly #path: string
  readonly #memoryBytes: number | undefined
  readonly #made: { close(): void }[] = []

  /** `memoryBytes`: so much of each is in memory; if absent, as much as each takes by itself. */
  constructor(path: string, memoryBytes?: number) {
    this.#path = path
    this.#memoryBytes = memoryBytes
  }

  byteFile(name: string): ByteFile {
    return this.#keep(new ByteFile(`${this.#path}.${name}`, this.#memoryBytes))
  }

  sortedRuns(name: string, keyCount: number): SortedRuns {
    return this.#keep(new SortedRuns(`${this.#path}.${name}`, keyCount, this.#memoryBytes))
  }

  /** Deletes them. */
  close(): void {
    for (const made of this.#made) made.close()
  }

  #keep<T extends { close(): void }>(made: T): T {
    this.#made.push(made)
    return made
  }
}
