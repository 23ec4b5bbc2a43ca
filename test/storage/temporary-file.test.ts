import fs, { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { TemporaryFile } from '../../src/storage/temporary-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'waypost-temporary-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a temporary file is there from the first byte that is written to it until it is closed', () => {
  const path = join(folder, 'a')
  const file = new TemporaryFile(path)
  file.close()
  expect(existsSync(path)).toBe(false)
  file.write(Uint8Array.of(1, 2, 3), 2)
  expect([...readFileSync(path)]).toEqual([0, 0, 1, 2, 3])
  const read = new Uint8Array(3)
  file.read(read, 1)
  expect([...read]).toEqual([0, 1, 2])
  file.close()
  file.close()
  expect(existsSync(path)).toBe(false)
})

test('bytes that are gone are an error, not zeros', () => {
  const path = join(folder, 'b')
  const file = new TemporaryFile(path)
  file.write(new Uint8Array(10).fill(1), 0)
  truncateSync(path, 6)
  expect(() => file.read(new Uint8Array(3), 5)).toThrow('a temporary file of the import was cut')
  file.close()
})

test.each([1, 3, 7, 100])('what the system takes and gives in pieces of %s bytes is whole', (most) => {
  const file = new TemporaryFile(join(folder, 'c'))
  const written = Uint8Array.from({ length: 20 }, (_, i) => i + 1)
  const { readSync, writeSync } = fs
  type Call = (fd: number, bytes: Uint8Array, at: number, length: number, position: number) => number
  const inPieces =
    (call: Call): Call =>
    (fd, bytes, at, length, position) =>
      call(fd, bytes, at, Math.min(length, most), position)
  let read: Uint8Array
  Object.assign(fs, { readSync: inPieces(readSync), writeSync: inPieces(writeSync) })
  syncBuiltinESMExports()
  try {
    file.write(written, 5)
    file.write(Uint8Array.of(99, 98, 97, 96), 9)
    file.read((read = new Uint8Array(25)), 0)
  } finally {
    Object.assign(fs, { readSync, writeSync })
    syncBuiltinESMExports()
    file.close()
  }
  expect([...read]).toEqual([0, 0, 0, 0, 0, 1, 2, 3, 4, 99, 98, 97, 96, ...written.subarray(8)])
})
