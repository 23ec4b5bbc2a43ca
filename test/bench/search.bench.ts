// Names to places in process: forward (exact, as typed, misspelt, bare), reverse, and a box of 10,000 outdoor places to JSON text. On
// Andorra (needs real data) and on a synthetic catalogue of PLACES places (default 2,000,000; `npm run bench -- search 100000`), whose
// names are made of syllables, so that many share words and prefixes as real ones do. The file is kept in the temporary folder.

import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCatalogueFile } from '../../db/open-catalogue.ts'
import type { OpenedCatalogue } from '../../db/open-catalogue.ts'
import { createCatalogue } from '../../db/write-catalogue.ts'
import { poisResult } from '../../rest-compat/catalogue-answers.ts'
import { buildCatalogueFile } from '../../src/import/build-catalogue-file.ts'
import { createProgress } from '../../src/import/progress-bar.ts'
import { toPlaceId } from '../../src/places/place-id.ts'
import { POI_KINDS } from '../../src/places/poi-kinds.ts'
import { searchPlaces } from '../../src/search/search-places.ts'
import { openDem } from '../../src/terrain/open-dem.ts'
import { toWireText } from '../../src/wire/wire-json.ts'

const QUESTIONS = 600
const WARM_UP = 60
const BOX_PLACES = 10_000
const SYLLABLES = 'al an ar bach berg bo cal coll dal en est fal gra hoch in ka la lu ma mo nau ol pic pra ra ro sal sen ta tor ul va vel wei za'.split(' ')
const KINDS = ['village', 'hamlet', 'locality', 'peak', 'hut', 'lake', 'pass', 'hotel', 'viewpoint', 'spring'] as const

let state = 7
const random = (below: number): number => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}
const pick = <T>(list: readonly T[]): T => list[random(list.length)]
const word = (): string => Array.from({ length: 2 + random(3) }, () => pick(SYLLABLES)).join('')
const title = (): string => Array.from({ length: 1 + random(3) }, word).map((one) => one[0].toUpperCase() + one.slice(1)).join(' ')

function misspell(name: string): string {
  const letters = [...name]
  const at = random(letters.length)
  if (random(2) === 0) letters.splice(at, 1)
  else letters[at] = pick([...'abcdefghijklmnopqrstuvwxyz'])
  return letters.join('')
}

async function writeSynthetic(path: string, count: number): Promise<void> {
  const writer = await createCatalogue(path)
  for (let i = 0; i < count; i++) {
    writer.addPlace({
      id: toPlaceId('node', i + 1), name: title(), otherNames: [], kind: pick(KINDS), lon: 5 + random(1_000_000) / 1e5, lat: 43 + random(500_000) / 1e5, region: 'Region, Land', elevationM: random(3000), elevationSource: 'terrain',
      population: i % 5 === 0 ? random(100_000) : null, prominenceM: null, hasWikidata: i % 7 === 0, importance: 1 - i / count,
    }, null)
  }
  const tagsJson = JSON.stringify({ tourism: 'alpine_hut', operator: 'Section of the Alpine Club', capacity: '40', website: 'https://hut.example/' })
  for (let i = 0; i < BOX_PLACES; i++) writer.addPoi({ id: toPlaceId('node', i + 1), kind: pick(POI_KINDS), name: i % 3 === 0 ? null : title(), lon: 7 + random(200_000) / 1e5, lat: 45 + random(200_000) / 1e5, eleM: random(3000), tagsJson })
  await writer.finish({})
}

const at = (sorted: number[], share: number): string => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(2).padStart(8)

async function measure(what: string, run: (index: number) => Promise<unknown>, times = QUESTIONS): Promise<void> {
  const ms: number[] = []
  for (let i = -Math.min(WARM_UP, times); i < times; i++) {
    const start = performance.now()
    await run(Math.abs(i))
    if (i >= 0) ms.push(performance.now() - start)
  }
  ms.sort((a, b) => a - b)
  console.log(`  ${what.padEnd(34)} p50 ${at(ms, 0.5)} ms   p99 ${at(ms, 0.99)} ms   max ${at(ms, 1)} ms`)
}

async function measureAll(catalogue: OpenedCatalogue, names: readonly string[], lonLat: () => [number, number]): Promise<void> {
  const ask = (text: string) => searchPlaces(catalogue.places, { text, limit: 10, box: null, biasBox: null, near: null })
  const asked = Array.from({ length: QUESTIONS + WARM_UP }, () => pick(names.filter((name) => name.length >= 5)))
  const mixed = asked.map((name) => pick([name, name.slice(0, Math.max(3, name.length - 2)), misspell(name)]))
  await measure('forward, the name', (i) => ask(asked[i]))
  await measure('forward, 3 letters typed', (i) => ask(asked[i].slice(0, 3)))
  await measure('forward, one letter wrong', (i) => ask(misspell(asked[i])))
  await measure('forward, all of these', (i) => ask(mixed[i]))
  await measure('reverse, 500 m', () => catalogue.places.findNear([lonLat()], { radiusM: 500, limit: 10 }))
  await measure('reverse, 50 km', () => catalogue.places.findNear([lonLat()], { radiusM: 50_000, limit: 10 }), 100)
}

async function andorra(): Promise<void> {
  const data = join(process.env.REAL_DATA_DIR ?? '../shared/data', 'andorra')
  const map = join(data, 'andorra-2025-01-19.osm.pbf')
  if (!existsSync(map)) return console.log('Andorra: left out, needs real data (REAL_DATA_DIR)')
  const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-'))
  const dem = await openDem([join(data, 'N42E001.hgt'), join(data, 'N41E001.hgt')])
  await buildCatalogueFile([map], dem, join(folder, 'catalogue.sqlite'), createProgress({ write: () => true } as never))
  await dem.close()
  const catalogue = await openCatalogueFile(join(folder, 'catalogue.sqlite'), 'andorra')
  const [places] = await catalogue.places.findNear([[1.55, 42.55]], { radiusM: 200_000, limit: 100_000 })
  console.log(`Andorra, ${places.length} places`)
  await measureAll(catalogue, places.map(({ name }) => name), () => [1.42 + random(36_000) / 1e5, 42.43 + random(22_000) / 1e5])
  await catalogue.close()
  rmSync(folder, { recursive: true })
}

async function synthetic(count: number): Promise<void> {
  const path = join(tmpdir(), `waypost-bench-catalogue-${count}.sqlite`)
  if (!existsSync(path)) {
    const start = performance.now()
    rmSync(`${path}.part`, { force: true })
    await writeSynthetic(`${path}.part`, count)
    renameSync(`${path}.part`, path)
    console.log(`written in ${((performance.now() - start) / 1000).toFixed(0)} s: ${path}`)
  }
  const catalogue = await openCatalogueFile(path, 'synthetic')
  const near = await Promise.all(Array.from({ length: 40 }, () => catalogue.places.findNear([[5.5 + random(900_000) / 1e5, 43.5 + random(400_000) / 1e5]], { radiusM: 20_000, limit: 50 })))
  console.log(`synthetic, ${count} places`)
  await measureAll(catalogue, near.flat(2).map(({ name }) => name), () => [5 + random(1_000_000) / 1e5, 43 + random(500_000) / 1e5])
  let bytes = 0
  await measure(`box of ${BOX_PLACES} places to JSON`, async () => {
    bytes = toWireText(poisResult(await catalogue.pois.findInBox({ box: [7, 45, 9, 47], kinds: POI_KINDS, limit: BOX_PLACES }))).length
  }, 20)
  console.log(`  ${(bytes / 1e6).toFixed(1)} MB of JSON; memory ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`)
  await catalogue.close()
}

await andorra()
await synthetic(Number(process.argv[3] ?? 2_000_000))
