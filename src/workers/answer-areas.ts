// Shared memory through which a worker hands answers to the main thread: a few fixed areas for each worker, reused, so
// that a long answer reaches the socket without being copied and leaves no garbage.
// Each area has one Int32: 0 = free, 1 = taken. The worker takes an area, the main thread frees it; an answer that
// finds no free area is sent as text instead. Never blocks.

const AREA_BYTES = 131_072
const AREA_COUNT = 12

/** Plain data, so that it crosses threads. */
export interface AnswerAreas {
  /** one per area, 0 = free, 1 = taken */
  taken: Int32Array
  /** the areas, one after another */
  bytes: Uint8Array
}

export function createAnswerAreas(): AnswerAreas {
  return {
    taken: new Int32Array(new SharedArrayBuffer(AREA_COUNT * 4)),
    bytes: new Uint8Array(new SharedArrayBuffer(AREA_COUNT * AREA_BYTES)),
  }
}

/** Copies an answer into a free area and takes it; returns -1 if the answer is too long or no area is free. */
export function leaveAnswer({ taken, bytes }: AnswerAreas, answer: Uint8Array): number {
  if (answer.length > AREA_BYTES) return -1
  for (let area = 0; area < AREA_COUNT; area++) {
    if (Atomics.load(taken, area) !== 0) continue
    Atomics.store(taken, area, 1)
    bytes.set(answer, area * AREA_BYTES)
    return area
  }
  return -1
}

/** The answer in an area: a view, not a copy. */
export function viewAnswer({ bytes }: AnswerAreas, area: number, length: number): Buffer {
  return Buffer.from(bytes.buffer, area * AREA_BYTES, length)
}

export function freeArea({ taken }: AnswerAreas, area: number): void {
  Atomics.store(taken, area, 0)
}
