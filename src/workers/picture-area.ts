// Shared memory in which a thread writes large pictures, one at a time, so that they reach the socket without being
// copied. It is reused: a picture in memory of its own makes V8 collect the whole heap of the main thread. The thread
// takes an area, and whoever has the picture frees it; one that finds its area taken uses memory of its own. Memory
// that no picture reaches is never touched. Never blocks.

/** Longer than most pictures of 16 megapixels; longer ones have memory of their own. */
const PICTURE_BYTES = 20_971_520
/** An Int32 before the picture: 0 = free, 1 = taken. */
const HEAD_BYTES = 8

export function createPictureArea(): SharedArrayBuffer {
  return new SharedArrayBuffer(HEAD_BYTES + PICTURE_BYTES)
}

/** Room for a picture; null while the last one is in use. */
export function takeArea(area: SharedArrayBuffer): Uint8Array | null {
  if (Atomics.compareExchange(headOf(area), 0, 0, 1) !== 0) return null
  return new Uint8Array(area, HEAD_BYTES)
}

/** Frees the area of a picture that nobody reads any more; does nothing for one in memory of its own. */
export function freePicture({ buffer }: Uint8Array): void {
  if (buffer instanceof SharedArrayBuffer) Atomics.store(headOf(buffer), 0, 0)
}

const headOf = (area: SharedArrayBuffer): Int32Array => new Int32Array(area, 0, 1)
