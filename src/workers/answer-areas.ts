// Shared memory through which a worker hands answers to the main thread: a few fixed areas for each worker, reused, so
// that a long answer reaches the socket without being copied and leaves no garbage. Most are as long as an everyday
// route, a few as long as a route of 150 km and more; memory that no answer reaches is never touched.
// Each area has one Int32: 0 = free, 1 = taken. The worker takes an area, the main thread frees it; an answer that
// finds no free area is sent in memory of its own. Never blocks.

const SMALL_BYTES = 131_072
const SMALL_COUNT = 12
const LARGE_BYTES = 1_048_576
const LARGE_COUNT = 4

/** Plain data, so that it crosses threads. */
export interface AnswerAreas {
  /** one per area, 0 = free, 1 = taken */
  taken: Int32Array
  /** the areas, one after another, the small ones first */
  bytes: Uint8Array
}

export function createAnswerAreas(): AnswerAreas {
  return {
    taken: new Int32Array(new SharedArrayBuffer((SMALL_COUNT + LARGE_COUNT) * 4)),
    bytes: new Uint8Array(new SharedArrayBuffer(startOf(SMALL_COUNT + LARGE_COUNT))),
  }
}

/** Where an area begins. */
function startOf(area: number): number {
  return Math.min(area, SMALL_COUNT) * SMALL_BYTES + Math.max(0, area - SMALL_COUNT) * LARGE_BYTES
}

/** Copies an answer into a free area and takes it; returns -1 if the answer is too long or no area is free. */
export function leaveAnswer({ taken, bytes }: AnswerAreas, answer: Uint8Array): number {
  if (answer.length > LARGE_BYTES) return -1
  for (let area = answer.length > SMALL_BYTES ? SMALL_COUNT : 0; area < taken.length; area++) {
    if (Atomics.load(taken, area) !== 0) continue
    Atomics.store(taken, area, 1)
    bytes.set(answer, startOf(area))
    return area
  }
  return -1
}

/** The answer in an area: a view, not a copy. */
export function viewAnswer({ bytes }: AnswerAreas, area: number, length: number): Buffer {
  return Buffer.from(bytes.buffer, startOf(area), length)
}

export function freeArea({ taken }: AnswerAreas, area: number): void {
  Atomics.store(taken, area, 0)
}
