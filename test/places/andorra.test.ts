// The catalogue of the real Andorra extract, against figures counted from the file by other means, and every name found
// again.

import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCatalogue } from '../../db/write-catalogue.ts'
import { openCatalogueFile, type OpenedCatalogue } from '../../db/open-catalogue.ts'
import { openPbfFile } from '../../src/osm/pbf-blocks.ts'
import { PbfFile } from '../../src/osm/read-pbf.ts'
import { buildCatalogue, type CatalogueReport } from '../../src/places/build-catalogue.ts'
import { tokensOfNames } from '../../src/places/search-tokens.ts'
import type { PlaceRow } from '../../src/places/catalogue-rows.ts'
import { POI_KINDS } from '../../src/osm/poi-kinds.ts'
import { foldText } from '../../src/search/parse-question.ts'
import { openDem, type DemSource } from '../../src/terrain/open-dem.ts'
import { temporaryFolder } from '../map/style/sample-release.ts'
import { triesAll } from '../support/case-count.ts'

const DATA = resolve(process.env.REAL_DATA_DIR ?? '../shared/data', 'andorra')
const MAP = join(DATA, 'andorra-2025-01-19.osm.pbf')
const real = test.skipIf(!existsSync(MAP))

describe('the catalogue of Andorra (needs real data)', () => {
  const folder = temporaryFolder()
  const path = join(folder, 'catalogue.sqlite')
  let report: CatalogueReport
  let dem: DemSource
  let catalogue: OpenedCatalogue
  const everything = async (): Promise<PlaceRow[]> =>
    (await catalogue.places.findNear([[1.55, 42.55]], { radiusM: 200_000, limit: 10_000 }))[0]

  beforeAll(async () => {
    if (!existsSync(MAP)) return
    const source = await openPbfFile(MAP)
    dem = await openDem([join(DATA, 'N42E001.hgt'), join(DATA, 'N41E001.hgt')])
    const writer = await createCatalogue(path)
    report = await buildCatalogue([await PbfFile.open(source)], dem, writer, path)
    await writer.finish({})
    await source.close()
    catalogue = await openCatalogueFile(path, 'v1')
  })
  afterAll(async () => {
    await catalogue?.close()
    await dem?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  real(
    'has as many trails as there are signed routes with a line, and all peaks, passes, huts, guideposts and fountains',
    async () => {
      expect(report.trails).toBe(59)
      const { pois, truncated } = await catalogue.pois.findInBox({
        box: [1, 42, 2, 43],
        kinds: POI_KINDS,
        limit: 10_000,
      })
      expect(truncated).toBe(false)
      expect(pois).toHaveLength(report.pois)
      const count = (kind: string) => pois.filter((poi) => poi.kind === kind).length
      expect(count('peak')).toBe(212)
      expect(count('pass')).toBeGreaterThanOrEqual(109)
      expect(count('guidepost')).toBe(288)
      expect(count('drinking_water')).toBeGreaterThanOrEqual(53)
      expect(count('hut')).toBeGreaterThanOrEqual(30)
    },
  )

  real('joins every way of the GRP around Andorra, of the GR 7 and of stage 14 of the GR 11', async () => {
    const [volta, gr7, stage] = await catalogue.trails.findByRelationIds([5511920, 7614536, 3509400])
    expect(volta).toMatchObject({ missingWays: 0, partCount: 1, roundtrip: true, level: 'regional' })
    expect(gr7).toMatchObject({ missingWays: 0, partCount: 1, gapsM: [], level: 'national' })
    expect(stage).toMatchObject({ missingWays: 0 })
    for (const trail of [volta!, gr7!, stage!]) {
      expect(trail.gapsM).toHaveLength(trail.partCount - 1)
      const [line] = await catalogue.trails.findLines([trail.relationId])
      expect(line!.parts).toHaveLength(trail.partCount)
      const riseM = line!.parts.reduce((sum, part) => sum + dem.heightM(...part.at(-1)!)! - dem.heightM(...part[0])!, 0)
      expect(Math.abs(trail.ascentM! - trail.descentM! - riseM)).toBeLessThan(10)
    }
  })

  real('puts the parishes around their villages, and knows the highest summit', async () => {
    expect(report.regions).toBeGreaterThanOrEqual(8)
    expect(report.brokenAreas).toContain('France')
    const all = await everything()
    // lines are handed out where their kinds are named
    const kinds = ['street', 'path', 'river', 'range'] as const
    const [lines] = await catalogue.places.findNear([[1.55, 42.55]], {
      radiusM: 200_000,
      limit: 10_000,
      kinds: [...kinds],
    })
    const isLine = (kind: string) => kinds.some((one) => one === kind)
    expect(lines.length).toBeGreaterThan(500)
    expect(all.filter(({ kind }) => !isLine(kind)).length + lines.length).toBe(report.places)
    const find = (name: string) => all.find((place) => place.name === name)
    expect(find('Pas de la Casa')!.region).toBe('Encamp, Andorra')
    const summit = all
      .filter(({ kind, region }) => kind === 'peak' && region !== null)
      .sort((a, b) => b.elevationM! - a.elevationM!)[0]
    expect(summit).toMatchObject({ name: 'Pic de Comapedrosa', elevationSource: 'tag' })
    expect(all.filter(({ kind, prominenceM }) => kind === 'peak' && prominenceM === null).length).toBeLessThan(5)
    expect(all.every(({ id }) => Number.isSafeInteger(id) && id > 0)).toBe(true)
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  })

  real('hands out every place for its own name, for one typo in it, and for its beginning', async () => {
    const all = await everything()
    const missed: Record<'name' | 'typo' | 'beginning', string[]> = { name: [], typo: [], beginning: [] }
    let typed = 0
    for (const [i, place] of all.entries()) {
      if (!triesAll && i % 4 !== 0) continue
      if (tokensOfNames([place.name]).forms.size === 0) continue
      const has = async (text: string, typos: boolean, limit: number) =>
        (await catalogue.places.findCandidates({ words: foldText(text).keyWords, typos, limit })).some(
          ({ id }) => id === place.id,
        )
      if (!(await has(place.name, false, 60))) missed.name.push(place.name)
      if (!(await has(place.name.slice(0, -1), false, 200))) missed.beginning.push(place.name)
      const letters = foldText(place.name).key
      if (letters.length < 5) continue
      typed++
      const at = (i * 7) % letters.length
      const wrong =
        i % 3 === 0
          ? letters.slice(0, at) + letters.slice(at + 1)
          : i % 3 === 1
            ? `${letters.slice(0, at)}x${letters.slice(at)}`
            : `${letters.slice(0, at)}x${letters.slice(at + 1)}`
      if (!(await has(wrong, true, 200))) missed.typo.push(`${place.name} as ${wrong}`)
    }
    expect(missed.name).toEqual([])
    expect(missed.beginning.length).toBeLessThan(all.length * 0.01)
    expect(missed.typo.length, missed.typo.slice(0, 20).join('\n')).toBeLessThan(typed * 0.02)
  })

  real('is the same file for the same input', async () => {
    const again = join(folder, 'again.sqlite')
    const source = await openPbfFile(MAP)
    const dem = await openDem([join(DATA, 'N42E001.hgt'), join(DATA, 'N41E001.hgt')])
    const writer = await createCatalogue(again)
    await buildCatalogue([await PbfFile.open(source)], dem, writer, again)
    await writer.finish({})
    await dem.close()
    await source.close()
    const { readFileSync } = await import('node:fs')
    expect(readFileSync(again).equals(readFileSync(path))).toBe(true)
  })
})
