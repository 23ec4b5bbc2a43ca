import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  BLOCK_BYTES,
  blockListBytes,
  hashInList,
  listBlocks,
  listPieces,
} from '../../../src/storage/objects/stored-files.ts'

test('the pieces of a file follow each other to its end, all but the last of full length', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.integer({ min: 1, max: 100 }), (bytes, pieceBytes) => {
      const pieces = listPieces({ bytes, sha256: 'abc' }, pieceBytes)
      let at = 0
      pieces.forEach((piece, n) => {
        const isLast = n === pieces.length - 1
        expect(piece).toEqual({
          ...{ key: `files/abc/${n}`, fromByte: at },
          bytes: isLast ? bytes - at : pieceBytes,
        })
        at += piece.bytes
      })
      expect(at).toBe(bytes)
      expect(pieces.length === 1 || pieces.at(-1)!.bytes > 0).toBe(true)
    }),
  )
})

test('the list of blocks has the hash of each, however the file comes in parts, and none for nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(0, 1, BLOCK_BYTES - 1, BLOCK_BYTES, BLOCK_BYTES + 1, 3 * BLOCK_BYTES),
      fc.array(fc.integer({ min: 1, max: 2 * BLOCK_BYTES }), { maxLength: 4 }),
      async (bytes, cuts) => {
        const file = Buffer.alloc(bytes, 7).fill(9, bytes >> 1)
        const parts: Buffer[] = []
        let at = 0
        for (const cut of [...cuts, bytes]) parts.push(file.subarray(at, (at = Math.min(bytes, at + cut))))
        const list = await listBlocks(
          (async function* () {
            yield* parts
          })(),
        )
        expect(list).toHaveLength(blockListBytes(bytes))
        for (let n = 0; n * BLOCK_BYTES < bytes; n++) {
          const block = file.subarray(n * BLOCK_BYTES, (n + 1) * BLOCK_BYTES)
          expect(Buffer.from(hashInList(list, n))).toEqual(createHash('sha256').update(block).digest())
        }
      },
    ),
    { numRuns: 40 },
  )
})
