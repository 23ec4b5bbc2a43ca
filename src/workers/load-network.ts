// Reads a network file into shared memory, so that all threads use one copy of it.
// Never holds a second copy: the file is read straight into the shared buffer.

import { open } from 'node:fs/promises'

const CHUNK_BYTES = 8 * 1024 * 1024

/** Reads the file into a SharedArrayBuffer. Throws file system errors, and RangeError if the file shrinks meanwhile. */
export async function loadNetwork(path: string): Promise<SharedArrayBuffer> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const buffer = new SharedArrayBuffer(size)
    const bytes = new Uint8Array(buffer)
    for (let at = 0; at < size; ) {
      const { bytesRead } = await file.read(bytes, at, Math.min(CHUNK_BYTES, size - at), at)
      if (bytesRead === 0) throw new RangeError(`${path} ends at byte ${at} of ${size}`)
      at += bytesRead
    }
    return buffer
  } finally {
    await file.close()
  }
}
