// Shared memory through which a worker hands answers to the main thread: a few fixed areas for each worker, reused, so
// that a long answer reaches the socket without being copied and leaves no garbage. Most are as long as an everyday
// route, a few as long as a route of 150 km and more, and one holds the longest reach. Memory that no answer reaches is
// never touched. Each area has one Int32: 0 = free, 1 = taken. The worker takes an area, the main thread frees it. An
// answer that finds no free area is sent in memory of its own; from about 8 MB on, that makes V8 collect the whole heap
// of the main thread. Never blocks.

/** From the shortest to the longest. */
const AREAS = [
  { bytes: 131_072, count: 12 },
  { bytes: 1_048_576, count: 4 },
  { bytes: 20_971_520, count: 1 },
].flatMap(({ bytes, count }) => Array<number>(count).fill(bytes))
const STARTS = AREAS.map((_, area) => AREAS.slice(0, area).reduce((sum, bytes) => sum + bytes, 0))
const TOTAL_BYTES = AREAS.reduce((sum, bytes) => sum + bytes, 0)

/** Plain data, so that it crosses threads. */
export interface AnswerAreas {
  /** one per area, 0 = free, 1 = taken */
  taken: Int32Array
  /** the areas, one after another, the small ones first */
  bytes: Uint8Array
}

export function createAnswerAreas(): AnswerAreas {
  return {
    taken: new Int32Array(new SharedArrayBuffer(AREAS.length * 4)),
    bytes: new Uint8Array(new SharedArrayBuffer(TOTAL_BYTES)),
  }
}

/** Copies an answer into a free area and takes it; returns -1 if the answer is too long or no area is free. */
export function leaveAnswer({ taken, bytes }: AnswerAreas, answer: Uint8Array): number {
  for (let area = 0; area < AREAS.length; area++) {
    if (answer.length > AREAS[area] || Atomics.load(taken, area) !== 0) continue
    Atomics.store(taken, area, 1)
    bytes.set(answer, STARTS[area])
    return area
  }
  return -1
}

/** The answer in an area: a view, not a copy. */
export function viewAnswer({ bytes }: AnswerAreas, area: number, length: number): Buffer {
  return Buffer.from(bytes.buffer, STARTS[area], length)
}

export function freeArea({ taken }: AnswerAreas, area: number): void {
  Atomics.store(taken, area, 0)
}
