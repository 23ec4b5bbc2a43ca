// Reads a part of a file completely: a single system call may return less than was requested.

import { readSync } from 'node:fs'

/** Fills `bytes` from a position of an open file. Returns false where the file ends before. */
export function fillFrom(descriptor: number, bytes: Uint8Array, position: number): boolean {
  for (let at = 0; at < bytes.length; ) {
    const got = readSync(descriptor, bytes, at, bytes.length - at, position + at)
    if (got === 0) return false
    at += got
  }
  return true
}
