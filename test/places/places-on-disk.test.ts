// The temporary files of a catalogue: what the catalogue holds does not depend on them, and none is left.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { writePbf } from '../../src/demo/write-pbf.ts'
import type { Box } from '../../src/geo/lon-lat.ts'
import { buildCatalogueFile } from '../../src/import/build-catalogue-file.ts'
import { createProgress } from '../../src/import/progress-bar.ts'
import { openPbfFile } from '../../src/osm/pbf-blocks.ts'
import { PbfFile } from '../../src/osm/read-pbf.ts'
import { buildCatalogue, type CatalogueReport, type CatalogueSink } from '../../src/places/build-catalogue.ts'
import { openDem, type DemSource } from '../../src/terrain/open-dem.ts'
import { madeDemo } from '../demo/made-demo.ts'
import { temporaryFolder } from '../map/style/sample-release.ts'
import { pbfFromBytes } from '../support/pbf-from-bytes.ts'

const DATA = resolve(process.env.REAL_DATA_DIR ?? '../shared/data', 'andorra')
const ANDORRA = join(DATA, 'andorra-2025-01-19.osm.pbf')
const FEW_BYTES = 200
const FILES = ['areas', 'lines', 'objects', 'places', 'pois', 'positions', 'routes', 'trails'].map(
  (name) => `work.${name}`,
)

interface Built {
  report: CatalogueReport
  /** all that the sink is given, in order */
  given: unknown[]
  /** temporary files at any time */
  files: string[]
}

async function build(map: string, demPaths: readonly string[], memoryBytes?: number): Promise<Built> {
  const folder = temporaryFolder()
  const source = await openPbfFile(map)
  const dem = await openDem(demPaths)
  const given: unknown[] = []
  const files = new Set<string>()
  const take = (...what: unknown[]): void => {
    given.push(what)
    look()
  }
  const look = (): void => readdirSync(folder).forEach((name) => files.add(name))
  const sink: CatalogueSink = {
    addPlace: (row, trail, tags) => take('place', row, trail, [...tags]),
    addTrail: (row, parts) => take('trail', row, parts),
    addPoi: (row) => take('poi', row),
    addArea: (id, sizeM2, strips) => take('area', id, sizeM2, [...strips]),
    addCutArea: (name) => take('cut area', name),
  }
  const terrain = {
    heightOrNaN: dem.heightOrNaN.bind(dem),
    fillGrid: dem.fillGrid.bind(dem),
    async prepare(box: Box) {
      look()
      await dem.prepare(box)
    },
  }
  const report = await buildCatalogue([await PbfFile.open(source)], terrain, sink, join(folder, 'work'), memoryBytes)
  await dem.close()
  await source.close()
  expect(readdirSync(folder)).toEqual([])
  return { report, given, files: [...files].sort() }
}

async function expectEqual(map: string, demPaths: readonly string[]): Promise<void> {
  const inMemory = await build(map, demPaths)
  const onDisk = await build(map, demPaths, FEW_BYTES)
  expect(inMemory.files).toEqual([])
  expect(onDisk.files).toEqual(FILES)
  expect(onDisk.report).toEqual(inMemory.report)
  expect(onDisk.given).toEqual(inMemory.given)
}

describe('a catalogue is the same', () => {
  test('of the demo region, whether its places fit into memory or not', async () => {
    const { pbfPath, demPaths } = await madeDemo()
    await expectEqual(pbfPath, demPaths)
  })

  test.skipIf(!existsSync(ANDORRA))('of Andorra, likewise (needs real data)', () =>
    expectEqual(
      ANDORRA,
      ['N42E001.hgt', 'N41E001.hgt'].map((name) => join(DATA, name)),
    ),
  )
})

const FLAT = { heightOrNaN: () => 1000, fillGrid: () => {}, prepare: async () => {} }
const NO_SINK: CatalogueSink = { addPlace() {}, addTrail() {}, addPoi() {}, addArea() {}, addCutArea() {} }
const fail = (): never => {
  throw new Error('full')
}

describe('no temporary file is left', () => {
  const openDemo = async (): Promise<PbfFile> => {
    const { pbfPath } = await madeDemo()
    return PbfFile.open(pbfFromBytes('demo', readFileSync(pbfPath)))
  }

  test.each([
    ['a row cannot be written', { ...NO_SINK, addPoi: fail }, FLAT, ['nodes', 'ways']],
    ['the terrain cannot be read', NO_SINK, { ...FLAT, prepare: async () => fail() }, ['nodes', 'ways']],
    ['the nodes cannot be read', NO_SINK, FLAT, ['ways']],
  ])('where %s', async (_, sink, terrain, readable) => {
    const folder = temporaryFolder()
    const file = await openDemo()
    let files: string[] = []
    const read: PbfFile['read'] = async (handlers) => {
      files = readdirSync(folder)
      if (handlers.nodes !== undefined && !readable.includes('nodes')) fail()
      return file.read(handlers)
    }
    const building = buildCatalogue([{ read } as PbfFile], terrain, sink, join(folder, 'work'), FEW_BYTES)
    await expect(building).rejects.toThrow('full')
    expect(files).not.toEqual([])
    expect(readdirSync(folder)).toEqual([])
  })

  test('by an import, whose files lie in its work folder and are named after the catalogue', async () => {
    const [folder, work] = [temporaryFolder(), temporaryFolder()]
    const map = join(folder, 'map.osm.pbf')
    writeFileSync(map, largeTags())
    const files = new Set<string>()
    const prepare = async () => readdirSync(work).forEach((name) => files.add(name))
    const dem = { ...FLAT, prepare } as unknown as DemSource
    const progress = createProgress({ write: () => true } as never)
    await buildCatalogueFile([map], dem, join(folder, 'catalogue.sqlite'), work, progress)
    expect([...files]).toContain('catalogue.sqlite.objects')
    expect(readdirSync(folder).sort()).toEqual(['catalogue.sqlite', 'map.osm.pbf'])
    expect(readdirSync(work)).toEqual([])

    writeFileSync(map, readFileSync(map).subarray(0, -100))
    await expect(buildCatalogueFile([map], dem, join(folder, 'other.sqlite'), work, progress)).rejects.toMatchObject({
      code: 'invalid_input',
    })
    expect(readdirSync(work)).toEqual([])
  })
})

/** A map with more tags than fit into memory. */
function largeTags(): Uint8Array {
  return writePbf({
    writingProgram: 'test',
    source: 'made',
    replicationTimestampS: 1735689600,
    nodes: Array.from({ length: 24_000 }, (_, n) => ({
      id: n + 1,
      ...{ lonE7: 10_000_000 + n, latE7: 400_000_000 },
      tags: { amenity: 'drinking_water', description: 'x'.repeat(255) },
    })),
    ways: [],
    relations: [],
  })
}
