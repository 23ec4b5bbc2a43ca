// A real extract cut at every place where one block ends: whatever is left must be refused, the whole taken.

import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { writePbf } from '../../src/demo/write-pbf.ts'
import { checkMapEnd, expectRegion, SYNTHETIC_PROGRAM } from '../../src/import/check-input.ts'
import { scanBlobs, openPbfFile } from '../../src/osm/pbf-blocks.ts'
import { temporaryFolder } from '../map/style/sample-release.ts'
import { writeSampleMap } from './sample-input.ts'

const ANDORRA = join(import.meta.dirname, '../../../shared/data/andorra/andorra-2025-01-19.osm.pbf')
const folder = temporaryFolder()
const failure = (path: string): Promise<string> =>
  checkMapEnd(path).then(
    () => 'taken',
    (thrown: Error) => thrown.message,
  )

describe.skipIf(!existsSync(ANDORRA))('a real extract (needs ../shared/data/andorra)', () => {
  test('is taken whole and refused where it was cut between two blocks', async () => {
    expect(await failure(ANDORRA)).toBe('taken')
    const source = await openPbfFile(ANDORRA)
    const { blobs } = await scanBlobs(source)
    await source.close()
    const bytes = readFileSync(ANDORRA)
    const path = join(folder, 'cut.osm.pbf')
    const taken: number[] = []
    for (let kept = 2; kept < blobs.length; kept++) {
      writeFileSync(path, bytes.subarray(0, blobs[kept].offset))
      if (!/looks cut off/.test(await failure(path))) taken.push(kept)
    }
    // nodes alone, without a full last block: there is no network, and the import says so
    expect(taken.length).toBeLessThanOrEqual(1)
  })
})

test('a small file of few blocks, none of them full, is taken', async () => {
  expect(await failure(writeSampleMap(folder))).toBe('taken')
})

test('a region is of OpenStreetMap where one of its files is', async () => {
  const [madeUp, real] = [SYNTHETIC_PROGRAM, 'osmium/1.16'].map((writingProgram, i) => {
    const nodes = [{ id: 1, lonE7: 15_000_000, latE7: 425_000_000, tags: {} }]
    const path = join(folder, `by-${i}.osm.pbf`)
    const made = { writingProgram, source: 'test', replicationTimestampS: 1_750_000_000 }
    writeFileSync(path, writePbf({ ...made, nodes, ways: [], relations: [] }))
    return path
  })
  const holdsOsm = async (...paths: string[]) => (await expectRegion(paths)).holdsOsm
  expect([await holdsOsm(madeUp), await holdsOsm(real), await holdsOsm(madeUp, real)]).toEqual([false, true, true])
})

test('a checksum beside the file decides', async () => {
  const path = writeSampleMap(folder, 'summed.osm.pbf')
  const bytes = readFileSync(path)
  writeFileSync(`${path}.md5`, `${createHash('md5').update(bytes).digest('hex')}  summed.osm.pbf\n`)
  expect(await failure(path)).toBe('taken')
  writeFileSync(path, bytes.subarray(0, bytes.length - 10))
  expect(await failure(path)).toMatch(/is not the one of summed\.osm\.pbf\.md5/)
})
