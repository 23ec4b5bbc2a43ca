// Archives over a source of bytes that fails at times: what could not be read is requested again.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { english } from '../../src/language/catalogue-files.ts'
import { openFileSource, openPlace, pathOfPlace, readNothing, type ByteSource } from '../../src/releases/byte-source.ts'
import { type Fault, openPmtiles } from '../../src/terrain/pmtiles-file.ts'
import { makeFolder, TERRARIUM, writeArchive } from '../terrain/make-terrain.ts'

const path = join(makeFolder(), 't.pmtiles')
const PLACE = { path, listPath: '', bytes: 5, sha256: 'a', blocksSha256: 'b' }
const fault: Fault = (what, cause) => new Error(`t.pmtiles ${english.render(what)}.`, { cause })

beforeAll(() =>
  writeArchive(
    path,
    6,
    [
      [33, 22],
      [34, 22],
    ],
    () => 100,
    { size: 256, format: 'png', pack: TERRARIUM },
  ),
)

describe('a source of bytes', () => {
  test('gives what the file has, and less only at its end', async () => {
    const whole = readFileSync(path)
    const source = await openFileSource(path)
    expect(source.bytes).toBe(whole.length)
    expect(Buffer.from(await source.read(7, 100))).toEqual(whole.subarray(7, 107))
    expect((await source.read(whole.length - 3, 10)).length).toBe(3)
    expect((await source.read(whole.length + 3, 10)).length).toBe(0)
    await source.close()
    await expect(source.read(0, 1)).rejects.toThrow('closed')
  })

  test('of a place in a store reads through what was injected', async () => {
    const source = await openPlace(PLACE, async (place, offset, length) =>
      Buffer.from(`${place.path} ${offset} ${length}`),
    )
    expect([source.bytes, String(await source.read(1, 2))]).toEqual([5, `${path} 1 2`])
    expect([pathOfPlace(PLACE), pathOfPlace(path)]).toEqual([path, path])
    const nowhere = await openPlace(PLACE, readNothing)
    expect(() => nowhere.read(0, 1)).toThrow('no ARTIFACT_URL')
  })

  test('that fails at any read is asked again by the next caller', async () => {
    const file = await openFileSource(path)
    let reads = 0
    let failing = Infinity
    const source: ByteSource = {
      bytes: file.bytes,
      async read(offset, length) {
        if (++reads === failing) throw new Error('the store is gone')
        return file.read(offset, length)
      },
      close: () => Promise.resolve(),
    }
    const first = await openPmtiles(source, fault)
    expect(await first.findTile(6, 33, 22)).not.toBeNull()
    const readsInAll = reads
    const opened: string[] = []
    for (failing = 1; failing <= readsInAll; failing++) {
      reads = 0
      const archive = await openPmtiles(source, fault).catch((error: Error) => error.message)
      if (typeof archive === 'string') {
        opened.push(archive)
        continue
      }
      const broken = await archive.findTile(6, 33, 22).then(
        () => 'found',
        (error: Error) => error.message,
      )
      expect(broken).toMatch(/cannot be read/)
      expect(await archive.findTile(6, 33, 22)).toEqual(await first.findTile(6, 33, 22))
    }
    expect(opened.length).toBeGreaterThan(1)
    expect(opened.length).toBeLessThan(readsInAll)
    await file.close()
  })
})
