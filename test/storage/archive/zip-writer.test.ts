import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ZipWriter } from '../../../src/storage/archive/zip-writer.ts'
import { listZipEntries, readZipEntry } from '../../../src/terrain/zip-entries.ts'

const DATE = new Date('2026-11-23T15:34:58Z')
let folder: string
let made = 0
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'waypost-zip-'))))
afterAll(() => rmSync(folder, { recursive: true }))

async function write(files: readonly [name: string, bytes: Uint8Array, isStored: boolean][]): Promise<string> {
  const path = join(folder, `${++made}.zip`)
  const zip = await ZipWriter.create(path, DATE)
  for (const [name, bytes, isStored] of files) await zip.addBytes(name, bytes, isStored)
  expect(await zip.finish()).toBe(readFileSync(path).length)
  return path
}

describe('a zip file', () => {
  test('gives back what was put in, to another library and to our own reader', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(
          fc.tuple(fc.stringMatching(/^[a-zäöß0-9 /.-]{1,30}$/), fc.uint8Array({ maxLength: 3000 }), fc.boolean()),
          { selector: ([name]) => name, maxLength: 8 },
        ),
        async (files) => {
          const path = await write(files)
          const unpacked = unzipSync(readFileSync(path))
          expect(Object.keys(unpacked).sort()).toEqual(files.map(([name]) => name).sort())
          for (const [name, bytes] of files) expect(Buffer.from(unpacked[name]).equals(bytes)).toBe(true)
          const entries = await listZipEntries(path)
          expect(entries.map(({ name }) => name)).toEqual(files.map(([name]) => name))
          for (const [i, entry] of entries.entries())
            expect((await readZipEntry(path, entry, 5000)).equals(files[i][1])).toBe(true)
        },
      ),
      { numRuns: 30 },
    )
  })

  test('keeps a stored file as it is, in one piece, and texts smaller', async () => {
    const bytes = Buffer.from('the same words again and again. '.repeat(200))
    const from = join(folder, 'from.bin')
    writeFileSync(from, bytes)
    const path = join(folder, 'stored.zip')
    const zip = await ZipWriter.create(path, DATE)
    await zip.addBytes('text', bytes)
    await zip.addFile('file', from)
    await zip.finish()
    const [text, file] = await listZipEntries(path)
    expect(text.packedBytes).toBeLessThan(bytes.length / 10)
    expect(file).toMatchObject({ method: 0, packedBytes: bytes.length, sizeBytes: bytes.length, crc: text.crc })
    expect(readFileSync(path).indexOf(bytes)).toBe(file.headerAt + 30 + 'file'.length)
  })

  test('of equal content has equal bytes', async () => {
    const files: [string, Uint8Array, boolean][] = [['a', Buffer.from('x'.repeat(100)), false]]
    expect(readFileSync(await write(files)).equals(readFileSync(await write(files)))).toBe(true)
  })

  test('never replaces a file that is there', async () => {
    const path = await write([])
    await expect(ZipWriter.create(path, DATE)).rejects.toThrow(/EEXIST/)
  })
})
