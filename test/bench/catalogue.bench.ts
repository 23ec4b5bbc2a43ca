// Searching a made-up catalogue of two million places (or as many as --places says): how long it takes to write, and
// what questions cost. Names are drawn from syllables, so that many words are shared and near misses have neighbours.
// Seeded.
//   node test/bench/catalogue.bench.ts [--places 2000000]

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openCatalogueFile } from '../../db/open-catalogue.ts'
import { createCatalogue } from '../../db/write-catalogue.ts'
import { PLACE_KINDS } from '../../src/osm/place-kinds.ts'
import { toPlaceId } from '../../src/places/place-id.ts'
import { POI_KINDS } from '../../src/osm/poi-kinds.ts'
import { foldText } from '../../src/search/parse-question.ts'

const { values } = parseArgs({ options: { places: { type: 'string', default: '2000000' } } })
const PLACES = Number(values.places)
const ROUNDS = 400
const SYLLABLES =
  'al ber cor dan es fel gar hof in jol kar lin mor nas ost pel quin ros san tal ul ver wal xan yel zell bach berg dorf heim horn kopf see spitz stein tal wald'.split(
    ' ',
  )
const FIRST = [
  'Pic de',
  'Coll de',
  'Alte',
  'Großer',
  'Kleiner',
  'Sankt',
  'Monte',
  'Col du',
  'Lac de',
  'Refugio',
  '',
  '',
  '',
  '',
  '',
  '',
  '',
  '',
]

let state = 12345
const random = (below: number): number => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}
const pick = <T>(list: readonly T[]): T => list[random(list.length)]
const word = (): string => {
  const text = Array.from({ length: 2 + random(3) }, () => pick(SYLLABLES)).join('')
  return text[0].toUpperCase() + text.slice(1)
}
const nameOf = (): string => `${pick(FIRST)} ${word()}${random(3) === 0 ? ` ${word()}` : ''}`.trim()

function report(what: string, timesMs: number[]): void {
  timesMs.sort((a, b) => a - b)
  const at = (share: number) => timesMs[Math.min(timesMs.length - 1, Math.floor(timesMs.length * share))].toFixed(2)
  console.log(`${what.padEnd(34)} p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`)
}

const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-'))
try {
  const path = join(folder, 'catalogue.sqlite')
  const begunMs = performance.now()
  const writer = await createCatalogue(path)
  const names: string[] = []
  for (let i = 0; i < PLACES; i++) {
    const name = nameOf()
    const kind = PLACE_KINDS[random(PLACE_KINDS.length - 1)]
    if (i % Math.ceil(PLACES / 2000) === 0) names.push(name)
    writer.addPlace(
      {
        id: toPlaceId('node', i + 1),
        name,
        otherNames: [],
        kind,
        kinds: [kind],
        lon: random(3_000_000) / 1e5 - 5,
        lat: 35 + random(2_000_000) / 1e5,
        region: null,
        elevationM: random(3000),
        elevationSource: 'terrain',
        population: null,
        prominenceM: null,
        hasWikidata: false,
        importance: 1 - i / PLACES,
        bbox: null,
        adminLevel: null,
      },
      null,
      new Map([
        ['name', name],
        ['tourism', 'information'],
      ]),
    )
    const outdoorKind = pick(POI_KINDS)
    if (i % 20 === 0)
      writer.addPoi({
        id: toPlaceId('node', i + 1),
        kind: outdoorKind,
        kinds: [outdoorKind],
        name,
        lon: 7 + random(300_000) / 1e5,
        lat: 46 + random(300_000) / 1e5,
        eleM: 100,
        tagsJson: '{"tourism":"information"}',
      })
  }
  await writer.finish({})
  console.log(
    `${PLACES} places written in ${((performance.now() - begunMs) / 1000).toFixed(1)} s, ${(statSync(path).size / 1e6).toFixed(0)} MB`,
  )
  const catalogue = await openCatalogueFile(path, 'bench')
  const time = async (what: string, ask: (i: number) => Promise<unknown>): Promise<void> => {
    const timesMs: number[] = []
    for (let i = 0; i < ROUNDS + 20; i++) {
      const startMs = performance.now()
      await ask(i)
      if (i >= 20) timesMs.push(performance.now() - startMs)
    }
    report(what, timesMs)
  }
  const words = (text: string) => foldText(text).keyWords
  const some = (i: number) => names[(i * 7919) % names.length]
  await time('candidates, whole name', (i) =>
    catalogue.places.findCandidates({ words: words(some(i)), typos: false, limit: 50 }),
  )
  await time('candidates, three letters typed', (i) =>
    catalogue.places.findCandidates({ words: words(some(i).slice(0, 3)), typos: false, limit: 50 }),
  )
  await time('candidates, five letters typed', (i) =>
    catalogue.places.findCandidates({ words: words(some(i).slice(0, 5)), typos: false, limit: 50 }),
  )
  await time('candidates, one letter wrong', (i) => {
    const name = some(i)
    const at = 1 + (i % (name.length - 1))
    return catalogue.places.findCandidates({
      words: words(`${name.slice(0, at)}x${name.slice(at + 1)}`),
      typos: true,
      limit: 50,
    })
  })
  await time('candidates, bias box', (i) =>
    catalogue.places.findCandidates({
      words: words(some(i).slice(0, 5)),
      typos: false,
      limit: 50,
      biasBox: [7, 46, 8, 47],
    }),
  )
  await time('near, 500 m', (i) =>
    catalogue.places.findNear([[7 + (i % 100) / 100, 46 + (i % 77) / 77]], { radiusM: 500, limit: 10 }),
  )
  await time('near, 50 km, one kind', (i) =>
    catalogue.places.findNear([[7 + (i % 100) / 100, 46 + (i % 77) / 77]], {
      radiusM: 50_000,
      kinds: ['hut'],
      limit: 10,
    }),
  )
  await time('near 100 points, 2 km', (i) =>
    catalogue.places.findNear(
      Array.from({ length: 100 }, (_, p) => [7 + ((i + p) % 100) / 100, 46 + p / 100] as const),
      { radiusM: 2000, limit: 10 },
    ),
  )
  await time('outdoor places, 2 x 2 degrees', () =>
    catalogue.pois.findInBox({ box: [7.2, 46.2, 9.2, 48.2], kinds: POI_KINDS, limit: 10_000 }),
  )
  console.log(`resident memory ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB`)
  await catalogue.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
