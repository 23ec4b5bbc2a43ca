// Names to places in process: forward (exact, as typed, misspelt, bare), reverse, and a box of 10,000 outdoor places to
// JSON text. On
// Andorra (needs real data) and on a synthetic catalogue of PLACES places (default 2,000,000; `npm run bench -- search
// 200000` while developing), whose names are made of syllables, so that many share words and prefixes as real ones do.
// The file is kept in the temporary folder. Where TEST_DATABASE_URL or DATABASE_URL names a PostgreSQL, the same
// catalogue is loaded into it (a schema of its own, dropped at the end) and each question is put to both engines in
// turn, in the same run.

import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSchema } from '../../db/follow-database.ts'
import { loadPostgres } from '../../db/load-postgres.ts'
import { type OpenedCatalogue, openCatalogueFile } from '../../db/open-catalogue.ts'
import { openPostgres } from '../../db/open-postgres.ts'
import { CATALOGUE_SCHEMA, createCatalogue } from '../../db/write-catalogue.ts'
import { poisResult } from '../../rest-compat/catalogue-answers.ts'
import { buildCatalogueFile } from '../../src/import/build-catalogue-file.ts'
import { sql } from 'kysely'
import { createProgress } from '../../src/import/progress-bar.ts'
import { toPlaceId } from '../../src/places/place-id.ts'
import { POI_KINDS } from '../../src/osm/poi-kinds.ts'
import { searchPlaces } from '../../src/search/search-places.ts'
import { openDem } from '../../src/terrain/open-dem.ts'
import { toWireText } from '../../src/wire/wire-json.ts'

const DATABASE_URL = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL
const QUESTIONS = 600
const WARM_UP = 60
const BOX_PLACES = 10_000
const SYLLABLES =
  'al an ar bach berg bo cal coll dal en est fal gra hoch in ka la lu ma mo nau ol pic pra ra ro sal sen ta tor ul va vel wei za'.split(
    ' ',
  )
const KINDS = ['village', 'hamlet', 'locality', 'peak', 'hut', 'lake', 'pass', 'hotel', 'viewpoint', 'spring'] as const

let state = 7
const random = (below: number): number => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}
const pick = <T>(list: readonly T[]): T => list[random(list.length)]
const word = (): string => Array.from({ length: 2 + random(3) }, () => pick(SYLLABLES)).join('')
const title = (): string =>
  Array.from({ length: 1 + random(3) }, word)
    .map((one) => one[0].toUpperCase() + one.slice(1))
    .join(' ')

function misspell(name: string): string {
  const letters = [...name]
  const at = random(letters.length)
  if (random(2) === 0) letters.splice(at, 1)
  else letters[at] = pick([...'abcdefghijklmnopqrstuvwxyz'])
  return letters.join('')
}

const TAGS = new Map([
  ['name', 'Name'],
  ['tourism', 'alpine_hut'],
  ['website', 'https://hut.example/'],
])

async function writeSynthetic(path: string, count: number): Promise<void> {
  const writer = await createCatalogue(path)
  for (let i = 0; i < count; i++) {
    const kind = pick(KINDS)
    writer.addPlace(
      {
        id: toPlaceId('node', i + 1),
        name: title(),
        otherNames: [],
        kind,
        kinds: [kind],
        lon: 5 + random(1_000_000) / 1e5,
        lat: 43 + random(500_000) / 1e5,
        region: 'Region, Land',
        elevationM: random(3000),
        elevationSource: 'terrain',
        population: i % 5 === 0 ? random(100_000) : null,
        prominenceM: null,
        hasWikidata: i % 7 === 0,
        importance: 1 - i / count,
        bbox: null,
        adminLevel: null,
      },
      null,
      TAGS,
    )
  }
  const tagsJson = JSON.stringify({
    tourism: 'alpine_hut',
    operator: 'Section of the Alpine Club',
    capacity: '40',
    website: 'https://hut.example/',
  })
  for (let i = 0; i < BOX_PLACES; i++) {
    const kind = pick(POI_KINDS)
    writer.addPoi({
      id: toPlaceId('node', i + 1),
      kind,
      kinds: [kind],
      name: i % 3 === 0 ? null : title(),
      lon: 7 + random(200_000) / 1e5,
      lat: 45 + random(200_000) / 1e5,
      eleM: random(3000),
      tagsJson,
    })
  }
  await writer.finish({})
}

const at = (sorted: number[], share: number): string =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(2).padStart(8)

interface Engines {
  sqlite: OpenedCatalogue
  postgres: OpenedCatalogue | null
}

/**
 * Runs one question after another, each on both engines before the next; which is first changes with every question.
 */
async function measure(
  what: string,
  engines: Engines,
  run: (catalogue: OpenedCatalogue, index: number) => Promise<unknown>,
  times = QUESTIONS,
): Promise<void> {
  const both = [engines.sqlite, ...(engines.postgres === null ? [] : [engines.postgres])]
  const ms: number[][] = both.map(() => [])
  for (let i = -Math.min(WARM_UP, times); i < times; i++) {
    for (let turn = 0; turn < both.length; turn++) {
      const which = (turn + Math.abs(i)) % both.length
      const start = performance.now()
      await run(both[which], Math.abs(i))
      if (i >= 0) ms[which].push(performance.now() - start)
    }
  }
  for (const list of ms) list.sort((a, b) => a - b)
  const [sqlite, postgres] = ms
  const ratio =
    postgres === undefined
      ? ''
      : `   PostgreSQL p50 ${at(postgres, 0.5)}  p99 ${at(postgres, 0.99)}  max ${at(postgres, 1)} ms   ratio p50 ${(Number(at(postgres, 0.5)) / Number(at(sqlite, 0.5))).toFixed(1)}  p99 ${(Number(at(postgres, 0.99)) / Number(at(sqlite, 0.99))).toFixed(1)}`
  console.log(`  ${what.padEnd(28)} p50 ${at(sqlite, 0.5)}  p99 ${at(sqlite, 0.99)}  max ${at(sqlite, 1)} ms${ratio}`)
}

async function measureAll(engines: Engines, names: readonly string[], lonLat: () => [number, number]): Promise<void> {
  const ask = ({ places }: OpenedCatalogue, text: string, more: object = {}) =>
    searchPlaces(places, { text, limit: 10, box: null, biasBox: null, near: null, ...more })
  const requested = Array.from({ length: QUESTIONS + WARM_UP }, () => pick(names.filter((name) => name.length >= 5)))
  const wrong = requested.map(misspell)
  const mixed = requested.map((name, i) => pick([name, name.slice(0, Math.max(3, name.length - 2)), wrong[i]]))
  const points = requested.map(lonLat)
  const boxes = points.map(([lon, lat]) => [lon - 0.2, lat - 0.2, lon + 0.2, lat + 0.2] as const)
  await measure('forward, the name', engines, (catalogue, i) => ask(catalogue, requested[i]))
  await measure('forward, 3 letters typed', engines, (catalogue, i) => ask(catalogue, requested[i].slice(0, 3)))
  await measure('forward, 3 letters, bias box', engines, (catalogue, i) =>
    ask(catalogue, requested[i].slice(0, 3), { biasBox: boxes[i] }),
  )
  await measure('forward, 5 letters, in a box', engines, (catalogue, i) =>
    ask(catalogue, requested[i].slice(0, 5), { box: boxes[i] }),
  )
  await measure('forward, one letter wrong', engines, (catalogue, i) => ask(catalogue, wrong[i]))
  await measure('forward, all of these', engines, (catalogue, i) => ask(catalogue, mixed[i]))
  await measure('reverse, 500 m', engines, ({ places }, i) => places.findNear([points[i]], { radiusM: 500, limit: 10 }))
  await measure('reverse, 500 m, two kinds', engines, ({ places }, i) =>
    places.findNear([points[i]], { radiusM: 500, kinds: ['peak', 'viewpoint'], limit: 10 }),
  )
  await measure(
    'reverse, 50 km',
    engines,
    ({ places }, i) => places.findNear([points[i]], { radiusM: 50_000, limit: 10 }),
    100,
  )
  await measure(
    'near 100 points, 1 km',
    engines,
    ({ places }, i) => places.findNear(points.slice(i, i + 100), { radiusM: 1000, limit: 10 }),
    50,
  )
}

/** The file beside itself in PostgreSQL, where there is one. */
async function withEngines(path: string, version: string, ask: (engines: Engines) => Promise<void>): Promise<void> {
  const sqlite = await openCatalogueFile(path, version)
  if (DATABASE_URL === undefined) {
    await ask({ sqlite, postgres: null })
    return sqlite.close()
  }
  const start = performance.now()
  const loaded = await loadPostgres(DATABASE_URL, { path, version, releaseId: 'bench' })
  const postgres = await openSchema(DATABASE_URL, loaded.schemaName, version, CATALOGUE_SCHEMA)
  console.log(
    `  PostgreSQL: loaded in ${((performance.now() - start) / 1000).toFixed(1)} s; a statement that asks nothing takes ${await emptyStatementMs(DATABASE_URL)} ms`,
  )
  try {
    await ask({ sqlite, postgres })
  } finally {
    await sqlite.close()
    await postgres.close()
    await loaded.giveUp()
  }
}

async function emptyStatementMs(url: string): Promise<string> {
  const db = openPostgres<never>(url, 'public')
  const ms: number[] = []
  for (let i = 0; i < 300; i++) {
    const start = performance.now()
    await sql`select ${i}::integer`.execute(db)
    ms.push(performance.now() - start)
  }
  await db.destroy()
  return at(
    ms.slice(100).sort((a, b) => a - b),
    0.5,
  ).trim()
}

async function andorra(): Promise<void> {
  const data = join(process.env.REAL_DATA_DIR ?? '../shared/data', 'andorra')
  const map = join(data, 'andorra-2025-01-19.osm.pbf')
  if (!existsSync(map)) return console.log('Andorra: left out, needs real data (REAL_DATA_DIR)')
  const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-'))
  const dem = await openDem([join(data, 'N42E001.hgt'), join(data, 'N41E001.hgt')])
  const progress = createProgress({ write: () => true } as never)
  await buildCatalogueFile([map], dem, join(folder, 'catalogue.sqlite'), folder, progress)
  await dem.close()
  await withEngines(join(folder, 'catalogue.sqlite'), 'andorra', async (engines) => {
    const [places] = await engines.sqlite.places.findNear([[1.55, 42.55]], { radiusM: 200_000, limit: 100_000 })
    console.log(`Andorra, ${places.length} places`)
    await measureAll(
      engines,
      places.map(({ name }) => name),
      () => [1.42 + random(36_000) / 1e5, 42.43 + random(22_000) / 1e5],
    )
    await measure(
      'box of all outdoor places',
      engines,
      async ({ pois }) =>
        toWireText(poisResult(await pois.findInBox({ box: [1, 42, 2, 43], kinds: POI_KINDS, limit: BOX_PLACES }))),
      50,
    )
  })
  rmSync(folder, { recursive: true })
}

async function synthetic(count: number): Promise<void> {
  const path = join(tmpdir(), `waypost-bench-catalogue-${CATALOGUE_SCHEMA}-${count}.sqlite`)
  if (!existsSync(path)) {
    const start = performance.now()
    rmSync(`${path}.part`, { force: true })
    await writeSynthetic(`${path}.part`, count)
    renameSync(`${path}.part`, path)
    console.log(`written in ${((performance.now() - start) / 1000).toFixed(0)} s: ${path}`)
  }
  await withEngines(path, 'synthetic', async (engines) => {
    const near = await Promise.all(
      Array.from({ length: 40 }, () =>
        engines.sqlite.places.findNear([[5.5 + random(900_000) / 1e5, 43.5 + random(400_000) / 1e5]], {
          radiusM: 20_000,
          limit: 50,
        }),
      ),
    )
    console.log(`synthetic, ${count} places`)
    await measureAll(
      engines,
      near.flat(2).map(({ name }) => name),
      () => [5 + random(1_000_000) / 1e5, 43 + random(500_000) / 1e5],
    )
    let bytes = 0
    await measure(
      `box of ${BOX_PLACES} places to JSON`,
      engines,
      async ({ pois }) => {
        bytes = toWireText(
          poisResult(await pois.findInBox({ box: [7, 45, 9, 47], kinds: POI_KINDS, limit: BOX_PLACES })),
        ).length
      },
      20,
    )
    console.log(`  ${(bytes / 1e6).toFixed(1)} MB of JSON; memory ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`)
  })
}

await andorra()
await synthetic(Number(process.argv[3] ?? 2_000_000))
