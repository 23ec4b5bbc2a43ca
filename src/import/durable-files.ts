// Files that survive a power cut: contents and folders are flushed to disk before anything depends on them.
// A small file is replaced by a rename, so that a reader sees either the old one or the new one, never a part.

import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

const CHUNK_BYTES = 32 * 1024 * 1024

/**
 * Writes and flushes a whole file, given as text or as pieces; `path` must not exist. Throws what the file system
 * throws.
 */
export function writeDurably(path: string, content: string | Iterable<Uint8Array>): void {
  const pieces = typeof content === 'string' ? [Buffer.from(content)] : content
  const fd = openSync(path, 'wx')
  try {
    for (const bytes of pieces)
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, Math.min(CHUNK_BYTES, bytes.length - at))
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Flushes a file that another module wrote, or a folder's directory entries if the file system supports it. */
export function flushToDisk(path: string): void {
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } catch (thrown) {
    if (!['EINVAL', 'ENOTSUP'].includes((thrown as NodeJS.ErrnoException).code ?? '')) throw thrown
  } finally {
    closeSync(fd)
  }
}

/** Moves a flushed file or folder into place and flushes both directories. */
export function moveDurably(from: string, to: string): void {
  renameSync(from, to)
  flushToDisk(dirname(to))
  if (dirname(from) !== dirname(to)) flushToDisk(dirname(from))
}
