// HOT: npm run bench -- basemap
// Every feature of a map passes through here, so records are bytes in place and nothing is made for one.
//
// Records sorted on disk: as many as fit are sorted in memory and written to a temporary file as a run, and the runs
// are merged as they are read (external merge sort, Knuth 1998, volume 3, 5.4), so that memory does not grow with what
// is sorted. A record is numeric keys and the bytes that go with them.

import { TemporaryFile } from './temporary-file.ts'
import { freeAtOnce, lengthened, uint32List } from './typed-list.ts'

const RUN_BYTES = 1 << 24
const READ_BYTES = 1 << 16
const WRITE_BYTES = 1 << 20
const WORD = 8

/** Where a record is in memory, until the next one is read. */
interface Place {
  words: Float64Array
  /** its first key; the number of its bytes stands before it */
  at: number
}

export class SortedRuns {
  readonly #file: TemporaryFile
  readonly #keyCount: number
  readonly #runBytes: number
  /** the run being filled: of each record the number of its bytes, its keys, its bytes up to a whole word */
  #words: Float64Array
  #bytes: Uint8Array
  #used = 0
  /** of its records, where their keys begin in #words */
  readonly #places = uint32List()
  /** where the runs in the file end */
  readonly #runEnds: number[] = []
  #isRead = false
  count = 0

  /** `path`: the temporary file, made once a run is full; records have `keyCount` keys. */
  constructor(path: string, keyCount: number, runBytes = RUN_BYTES) {
    this.#file = new TemporaryFile(path)
    this.#keyCount = keyCount
    this.#runBytes = runBytes
    this.#words = new Float64Array(Math.min(runBytes, READ_BYTES) / WORD)
    this.#bytes = new Uint8Array(this.#words.buffer)
  }

  /** Keys must be numbers, not NaN. Throws once records have been read. */
  add(keys: readonly number[], bytes: Uint8Array): void {
    if (this.#isRead) throw new Error('records cannot be added once they have been read')
    const words = 1 + this.#keyCount + Math.ceil(bytes.length / WORD)
    if (this.#used > 0 && (this.#used + words) * WORD > this.#runBytes) this.#writeRun()
    if (this.#used + words > this.#words.length) this.#grow(this.#used + words)
    const at = this.#used + 1
    this.#words[at - 1] = bytes.length
    for (let k = 0; k < this.#keyCount; k++) this.#words[at + k] = keys[k]
    this.#bytes.set(bytes, (at + this.#keyCount) * WORD)
    this.#places.push(at)
    this.#used += words
    this.count++
  }

  /**
   * All records in the order of their keys, those with equal ones as they were added; each is valid until the next one.
   * May be called again.
   */
  *read(): Generator<{ keys: Float64Array; bytes: Uint8Array }> {
    this.#isRead = true
    const keyCount = this.#keyCount
    for (const { words, at } of this.#runEnds.length === 0 ? this.#ofMemory() : this.#merged())
      yield {
        keys: words.subarray(at, at + keyCount),
        bytes: new Uint8Array(words.buffer, (at + keyCount) * WORD, words[at - 1]),
      }
  }

  /** Deletes the file and frees the memory. */
  close(): void {
    this.#file.close()
    this.#freeRun()
  }

  *#ofMemory(): Generator<Place> {
    for (const at of this.#sortedPlaces()) yield { words: this.#words, at }
  }

  *#merged(): Generator<Place> {
    if (this.#used > 0) this.#writeRun()
    this.#freeRun()
    // a heap whose root has the least record
    const heap = this.#runEnds.map((end, run) => new RunReader(this.#file, this.#runEnds[run - 1] ?? 0, end))
    for (const reader of heap) reader.advance(this.#keyCount)
    const comesBefore = (a: RunReader, b: RunReader): boolean => {
      const order = compareKeys(a.words, a.at, b.words, b.at, this.#keyCount)
      return order < 0 || (order === 0 && a.start < b.start)
    }
    const sink = (from: number): void => {
      for (let parent = from; ; ) {
        let least = parent
        for (let child = 2 * parent + 1; child <= 2 * parent + 2 && child < heap.length; child++)
          if (comesBefore(heap[child], heap[least])) least = child
        if (least === parent) return
        ;[heap[parent], heap[least]] = [heap[least], heap[parent]]
        parent = least
      }
    }
    for (let parent = heap.length >> 1; parent >= 0; parent--) sink(parent)
    while (heap.length > 0) {
      yield heap[0]
      if (!heap[0].advance(this.#keyCount)) {
        const last = heap.pop()!
        if (heap.length === 0) return
        heap[0] = last
      }
      sink(0)
    }
  }

  #sortedPlaces(): Uint32Array {
    const words = this.#words
    const keyCount = this.#keyCount
    return this.#places.view().sort((a, b) => compareKeys(words, a, words, b, keyCount) || a - b)
  }

  #writeRun(): void {
    let end = this.#runEnds.at(-1) ?? 0
    const waiting = new Uint8Array(WRITE_BYTES)
    let used = 0
    const write = (bytes: Uint8Array): void => {
      this.#file.write(bytes, end)
      end += bytes.length
    }
    for (const at of this.#sortedPlaces()) {
      const record = this.#bytes.subarray((at - 1) * WORD, (at + this.#keyCount) * WORD + roundUp(this.#words[at - 1]))
      if (used + record.length > WRITE_BYTES) {
        write(waiting.subarray(0, used))
        used = 0
      }
      if (record.length > WRITE_BYTES) write(record)
      else {
        waiting.set(record, used)
        used += record.length
      }
    }
    write(waiting.subarray(0, used))
    this.#runEnds.push(end)
    this.#used = 0
    this.#places.length = 0
  }

  #freeRun(): void {
    if (this.#words.length > 0) freeAtOnce(this.#words)
  }

  #grow(least: number): void {
    this.#words = lengthened(this.#words, Math.max(least, 2 * this.#words.length))
    this.#bytes = new Uint8Array(this.#words.buffer)
  }
}

/** Reads a run of the file record by record. */
class RunReader {
  /** where the run starts in the file, which tells the earlier of two runs */
  readonly start: number
  words = new Float64Array(READ_BYTES / WORD)
  at = 0
  readonly #file: TemporaryFile
  readonly #end: number
  /** what is read next of the file */
  #next: number
  /** words that are in memory and not read yet: [#from, #to) */
  #from = 0
  #to = 0

  constructor(file: TemporaryFile, start: number, end: number) {
    this.#file = file
    this.start = start
    this.#next = start
    this.#end = end
  }

  /** Returns false at the end of the run. */
  advance(keyCount: number): boolean {
    if (this.#from === this.#to && this.#next === this.#end) return false
    this.#need(1)
    const size = 1 + keyCount + Math.ceil(this.words[this.#from] / WORD)
    this.#need(size)
    this.at = this.#from + 1
    this.#from += size
    return true
  }

  /** Makes sure that so many words are in memory. */
  #need(count: number): void {
    if (this.#to - this.#from >= count) return
    const left = this.words.subarray(this.#from, this.#to)
    const words = count > this.words.length ? new Float64Array(2 * count) : this.words
    words.set(left)
    this.words = words
    this.#to -= this.#from
    this.#from = 0
    const length = Math.min((words.length - this.#to) * WORD, this.#end - this.#next)
    this.#file.read(new Uint8Array(words.buffer, this.#to * WORD, length), this.#next)
    this.#next += length
    this.#to += length / WORD
  }
}

const roundUp = (bytes: number): number => Math.ceil(bytes / WORD) * WORD

function compareKeys(a: Float64Array, atA: number, b: Float64Array, atB: number, count: number): number {
  for (let k = 0; k < count; k++) if (a[atA + k] !== b[atB + k]) return a[atA + k] < b[atB + k] ? -1 : 1
  return 0
}
