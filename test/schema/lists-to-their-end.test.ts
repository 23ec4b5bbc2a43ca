// Every connection of the schema, over a catalogue larger than any page or cap, in SQLite and, where TEST_DATABASE_URL
// names a server, in PostgreSQL: paged to its end it tells what a look at every row finds, each once, and
// `hasNextPage`, `totalCount` and `truncated` are true. A new connection is in it by itself: it needs a case in CASES.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { getNamedType, isInterfaceType, isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSchema } from '../../db/follow-database.ts'
import { loadPostgres } from '../../db/load-postgres.ts'
import { openCatalogueFile, type OpenedCatalogue } from '../../db/open-catalogue.ts'
import { CATALOGUE_SCHEMA, createCatalogue } from '../../db/write-catalogue.ts'
import { schema } from '../../schema/index.ts'
import { distanceM, type LonLat } from '../../src/geo/lon-lat.ts'
import { toPlaceId } from '../../src/places/place-id.ts'
import { askGraphql } from '../operations/transports.ts'
import { temporaryFolder } from '../map/style/sample-release.ts'
import { fakeTrail } from '../support/fake-catalogue.ts'
import { fakeRoute, startFakeApp, type FakeApp } from '../support/fake-services.ts'
import { createTestDatabase, TEST_DATABASE_URL } from '../support/test-database.ts'

const CENTRE: LonLat = [1.5, 42.5]
const BOX = '[1, 42, 2, 43]'
/** A grid of places about the centre; the hundreds nearest to it are within 600 m. */
const at = (i: number): LonLat => [1.5 + ((i % 50) - 25) / 2000, 42.5 + (Math.floor(i / 50) - 22) / 2000]
const PLACES = Array.from({ length: 2300 }, (_, i) => ({ id: toPlaceId('node', 1 + i), name: `Platz ${i}`, at: at(i) }))
const POIS = Array.from({ length: 10_400 }, (_, i) => ({
  id: toPlaceId('node', 100_000 + i),
  kind: i % 3 === 0 ? ('hut' as const) : ('shelter' as const),
  name: i < 30 ? `Stelle ${i}` : null,
  at: [1.5 + ((i % 100) - 50) / 1000, 42.5 + (Math.floor(i / 100) - 52) / 1000] as LonLat,
}))
const ALL = [...PLACES, ...POIS]
/** Lies elsewhere, as far as its point goes, so that no other list has it. */
const PARK = {
  id: toPlaceId('relation', 1),
  name: 'Parc',
  lon: 3,
  lat: 44,
  kind: 'park' as const,
  kinds: ['park' as const],
}
const PARK_WEST = 1.5003
const PARK_RING: LonLat[] = [
  [PARK_WEST, 42.4],
  [1.6, 42.4],
  [1.6, 42.6],
  [PARK_WEST, 42.6],
  [PARK_WEST, 42.4],
]
const insidePark = (list: readonly { id: number; at: LonLat }[]) => ids(list.filter(({ at: [lon] }) => lon > PARK_WEST))
const park = (list: string) => `{ place(by: {osm: {type: RELATION, id: 1}}) { ${list} } }`
const STAGES = Array.from({ length: 120 }, (_, i) => 1000 + i)
const TRAILS = Array.from({ length: 1150 }, (_, i) => {
  const [lon, lat] = at(2 * i)
  return fakeTrail(1000 + i, `Weg ${i}`, null, [lon, lat], {
    lengthM: 500 + (i % 400),
    ...(i === 200 ? { stageIds: STAGES } : {}),
    ...(i === 0 ? { parentIds: STAGES.slice(1) } : {}),
  })
})
const lineOf = ([lon, lat]: LonLat): LonLat[] => [
  [lon, lat],
  [lon + 0.0005, lat],
]

const folder = temporaryFolder()
const path = join(folder, 'catalogue.sqlite')
beforeAll(async () => {
  const writer = await createCatalogue(path)
  const unknown = { region: null, elevationM: null, elevationSource: null, population: null, prominenceM: null }
  const facts = { ...unknown, otherNames: [], hasWikidata: false, importance: 0, bbox: null, adminLevel: null }
  for (const {
    id,
    name,
    at: [lon, lat],
  } of PLACES)
    writer.addPlace({ ...facts, id, name, lon, lat, kind: 'locality', kinds: ['locality'] }, null, new Map())
  writer.addPlace({ ...facts, ...PARK }, null, new Map(), { isArea: true, parts: [PARK_RING] })
  for (const trail of TRAILS) {
    const place = { ...facts, id: toPlaceId('relation', trail.relationId), name: trail.name!, lon: 3, lat: 44 }
    writer.addPlace({ ...place, kind: 'trail', kinds: ['trail'] }, trail, new Map())
    writer.addTrail(trail, [lineOf([trail.bbox[0], trail.bbox[1]])])
  }
  for (const {
    id,
    kind,
    name,
    at: [lon, lat],
  } of POIS)
    writer.addPoi({ id, kind, kinds: [kind], name, lon, lat, eleM: null, tagsJson: '{}' })
  await writer.finish({})
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Case {
  /** a document with the list under the alias `list`; PAGE stands for its arguments of paging */
  ask: string
  first: number
  /** ids of all that the list is to tell */
  all: () => number[]
  /** pages from the end, too */
  bothWays?: boolean
  truncated?: boolean
  /** not counted around a spot */
  uncounted?: boolean
}

const ID = '... on Node { id }'
const numberOf = ({ id }: { id: string }) => Number(Buffer.from(id, 'base64url').toString().split(':')[1])
/** Of a list that is never cut, and always counted. */
const WHOLE_OF = `{ totalCount pageInfo { hasNextPage hasPreviousPage endCursor startCursor } nodes { ${ID} } edges { cursor node { ${ID} } } }`
const PAGE_OF = `{ totalCount truncated pageInfo { hasNextPage hasPreviousPage endCursor startCursor } nodes { ${ID} } edges { cursor node { ${ID} } } }`
const within = (list: readonly { id: number; at: LonLat }[], radiusM: number, [lon, lat]: LonLat = CENTRE) =>
  list.filter((one) => distanceM(lon, lat, one.at[0], one.at[1]) <= radiusM).map(({ id }) => id)
const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id)
const relations = () => TRAILS.map(({ relationId }) => relationId)
const SHORT_LINE = '{geojson: {type: "LineString", coordinates: [[1.54, 42.5], [1.5402, 42.5]]}}'
const line = (list: string, of = SHORT_LINE) => `{ line(input: ${of}) { ${list} } }`
const CROWDED = '{geojson: {type: "LineString", coordinates: [[1.5, 42.5], [1.5002, 42.5]]}}'
const spot = (list: string) => `{ point(at: [1.5, 42.5]) { ${list} } }`

const reach = (list: string) => `{ point(at: [1.5, 42.5]) { reach(within: {movingS: [3600]}) { ${list} } } }`

const CASES: Record<string, Case[]> = {
  'Query.places': [
    {
      ask: `{ list: places(where: {area: {near: {at: [1.5, 42.5], withinM: 3000}}}, PAGE) ${PAGE_OF} }`,
      first: 1000,
      bothWays: true,
      all: () => within(ALL, 3000),
    },
    {
      ask: `{ list: places(where: {area: {near: {at: [1.5, 42.5], withinM: 3000}}, named: false}, PAGE) ${PAGE_OF} }`,
      first: 1000,
      bothWays: true,
      all: () => within(POIS.slice(30), 3000),
    },
    {
      ask: `{ list: places(where: {area: {box: ${BOX}}}, PAGE) ${PAGE_OF} }`,
      first: 1000,
      bothWays: true,
      all: () => ids(ALL),
    },
    {
      ask: `{ list: places(where: {area: {box: ${BOX}}, named: true}, PAGE) ${PAGE_OF} }`,
      first: 1000,
      bothWays: true,
      all: () => ids([...PLACES, ...POIS.slice(0, 30)]),
    },
    {
      ask: `{ list: places(where: {area: {box: ${BOX}}, kinds: [LOCALITY]}, orderBy: {by: NAME}, PAGE) ${PAGE_OF} }`,
      first: 1000,
      bothWays: true,
      all: () => ids(PLACES),
    },
    {
      ask: `{ list: places(where: {area: {box: ${BOX}}, kinds: [LOCALITY], name: "platz 2"}, PAGE) ${PAGE_OF} }`,
      first: 100,
      bothWays: true,
      all: () => ids(PLACES.filter(({ name }) => name.startsWith('Platz 2'))),
    },
    {
      ask: `{ list: places(where: {area: {box: ${BOX}}, kinds: [HUT]}, PAGE) ${PAGE_OF} }`,
      first: 1000,
      bothWays: true,
      all: () => ids(POIS.filter(({ kind }) => kind === 'hut')),
    },
  ],
  'Query.trails': [
    {
      ask: `{ list: trails(where: {area: {box: ${BOX}}}, PAGE) ${PAGE_OF} }`,
      first: 100,
      bothWays: true,
      all: relations,
    },
    {
      ask: `{ list: trails(where: {area: {near: {at: [1.5, 42.5], withinM: 50000}}}, orderBy: {by: NAME}, PAGE) ${PAGE_OF} }`,
      first: 100,
      bothWays: true,
      all: relations,
    },
    {
      ask: `{ list: trails(where: {text: "Weg 7"}, PAGE) ${PAGE_OF} }`,
      first: 20,
      bothWays: true,
      all: () => TRAILS.filter(({ name }) => name!.startsWith('Weg 7')).map(({ relationId }) => relationId),
    },
    { ask: `{ list: trails(where: {text: "weg"}, PAGE) ${PAGE_OF} }`, first: 100, truncated: true, all: relations },
  ],
  'Query.search': [
    {
      ask: `{ list: search(text: "Stelle", PAGE) ${PAGE_OF} }`,
      first: 7,
      bothWays: true,
      all: () => ids(POIS.slice(0, 30)),
    },
    { ask: `{ list: search(text: "Platz", PAGE) ${PAGE_OF} }`, first: 50, truncated: true, all: () => ids(PLACES) },
    {
      ask: `{ list: search(text: "Weg 33", where: {kinds: [TRAIL]}, PAGE) ${PAGE_OF} }`,
      first: 4,
      bothWays: true,
      all: () => TRAILS.filter(({ name }) => name!.startsWith('Weg 33')).map(({ relationId }) => relationId),
    },
  ],
  'Course.places': [
    {
      ask: line(`list: places(withinM: 2000, PAGE) ${PAGE_OF}`, CROWDED),
      first: 20,
      truncated: true,
      all: () => ids(ALL),
    },
    { ask: line(`list: places(withinM: 2000, PAGE) ${PAGE_OF}`), first: 20, truncated: true, all: () => ids(ALL) },
    {
      ask: line(`list: places(where: {kinds: [LOCALITY]}, withinM: 30, PAGE) ${PAGE_OF}`, CROWDED),
      first: 1,
      bothWays: true,
      all: () =>
        within(PLACES, 16.5)
          .concat(within(PLACES, 30, [1.5002, 42.5]))
          .filter((id, i, all) => all.indexOf(id) === i),
    },
  ],
  'Place.places': [
    {
      ask: park(`list: places(where: {kinds: [LOCALITY]}, PAGE) ${PAGE_OF}`),
      first: 100,
      bothWays: true,
      all: () => insidePark(PLACES),
    },
    {
      ask: park(`list: places(orderBy: {by: NAME}, PAGE) ${PAGE_OF}`),
      first: 100,
      truncated: true,
      all: () => insidePark(ALL),
    },
  ],
  'Course.trails': [
    {
      ask: `{ route(input: {waypoints: [{at: [1.5, 42.5]}, {at: [1.6, 42.5]}]}) { list: trails(PAGE) ${WHOLE_OF} } }`,
      first: 50,
      bothWays: true,
      all: () => relations().slice(0, 130),
    },
  ],
  // of more places than are judged
  'Reach.places': [{ ask: reach(`list: places(PAGE) ${PAGE_OF}`), first: 100, truncated: true, all: () => ids(ALL) }],
  'Reach.trails': [
    {
      ask: reach(`list: trails(PAGE) ${WHOLE_OF}`),
      first: 50,
      bothWays: true,
      all: () => relations().slice(0, 130),
    },
  ],
  'Spot.nearby': [
    {
      ask: spot(`list: nearby(withinM: 3000, PAGE) ${PAGE_OF}`),
      first: 50,
      uncounted: true,
      all: () => within(ALL, 3000),
    },
    {
      ask: `{ place(by: {osm: {type: NODE, id: 701}}) { list: nearby(withinM: 300, PAGE) ${PAGE_OF} } }`,
      first: 5,
      uncounted: true,
      all: () => within(ALL, 300, PLACES[700].at).filter((id) => id !== PLACES[700].id),
    },
  ],
  'Spot.trails': [
    {
      ask: spot(`list: trails(withinM: 50000, orderBy: {by: LENGTH, direction: DESC}, PAGE) ${PAGE_OF}`),
      first: 50,
      bothWays: true,
      all: relations,
    },
  ],
  'Trail.stages': [
    {
      ask: `{ trail(by: {osmRelation: 1200}) { list: stages(PAGE) ${PAGE_OF} } }`,
      first: 50,
      bothWays: true,
      all: () => STAGES,
    },
  ],
  'Trail.stageOf': [
    {
      ask: `{ trail(by: {osmRelation: 1000}) { list: stageOf(PAGE) ${PAGE_OF} } }`,
      first: 50,
      bothWays: true,
      all: () => STAGES.slice(1),
    },
  ],
}

test('every connection of the schema has a case', () => {
  const found: string[] = []
  for (const type of Object.values(schema.getTypeMap())) {
    if ((!isObjectType(type) && !isInterfaceType(type)) || type.name.startsWith('__')) continue
    const inherited = new Set(type.getInterfaces().flatMap((one) => Object.keys(one.getFields())))
    for (const field of Object.values(type.getFields()))
      if (getNamedType(field.type).name.endsWith('Connection') && !inherited.has(field.name))
        found.push(`${type.name}.${field.name}`)
  }
  expect(found.sort()).toEqual(Object.keys(CASES).sort())
})

const engines: [string, boolean, () => Promise<OpenedCatalogue>][] = [
  ['SQLite', false, () => openCatalogueFile(path, 'v1')],
  [
    'PostgreSQL (needs TEST_DATABASE_URL)',
    TEST_DATABASE_URL === undefined,
    async () => {
      const database = await createTestDatabase()
      const loaded = await loadPostgres(database.url, { path, version: 'v1', releaseId: 'r1' })
      const stores = await openSchema(database.url, loaded.schemaName, 'v1', CATALOGUE_SCHEMA)
      const close = async () => {
        await stores.close()
        await loaded.giveUp()
        await database.drop()
      }
      return { ...stores, close }
    },
  ],
]

describe.each(engines)('in %s', (_engine, isSkipped, open) => {
  let catalogue: OpenedCatalogue
  let app: FakeApp
  beforeAll(async () => {
    if (isSkipped) return
    catalogue = await open()
    app = await startFakeApp({
      catalogue,
      metering: false,
      route: (input) => {
        const route = fakeRoute(input)
        const [stretch] = route.ways.stretches
        route.ways.stretches = [{ ...stretch, trails: relations().slice(0, 130) }]
        return route
      },
    })
  })
  afterAll(async () => {
    if (isSkipped) return
    await app.close()
    await catalogue.close()
  })

  const pageOf = async (question: string, page: string): Promise<any> => {
    const { data, errors } = await askGraphql(app, question.replace('PAGE', page))
    expect(errors, question).toBeUndefined()
    const [[name, value]] = Object.entries<any>(data)
    if (name === 'list') return value
    return value.list ?? value.reach.list
  }

  /** Both ways the same pages; each page knows whether there is more on either side. */
  async function readAll(
    question: string,
    size: number,
    isBackward: boolean,
  ): Promise<{ ids: number[]; pages: any[] }> {
    const pages: any[] = []
    let cursor: string | null = null
    do {
      const limits = isBackward ? `last: ${size}` : `first: ${size}`
      const from: string = cursor === null ? '' : `, ${isBackward ? 'before' : 'after'}: "${cursor}"`
      const page = await pageOf(question, limits + from)
      expect(page.edges.length).toBeLessThanOrEqual(size)
      // as texts: a thousand objects are compared at once
      expect(JSON.stringify(page.nodes)).toBe(JSON.stringify(page.edges.map(({ node }: any) => node)))
      expect(isBackward ? page.pageInfo.hasNextPage : page.pageInfo.hasPreviousPage).toBe(pages.length > 0)
      pages.push(page)
      const { hasNextPage, hasPreviousPage, startCursor, endCursor }: any = page.pageInfo
      cursor = (isBackward ? hasPreviousPage : hasNextPage) ? (isBackward ? startCursor : endCursor) : null
    } while (cursor !== null && pages.length < 300)
    expect(
      pages.slice(0, -1).every(({ edges }) => edges.length === size),
      'only the last page is short',
    ).toBe(true)
    if (isBackward) pages.reverse()
    return { ids: pages.flatMap(({ nodes }) => nodes.map(numberOf)), pages }
  }

  const facts = Object.entries(CASES).flatMap(([field, cases]) =>
    cases.map((one, i) => [`${field}${cases.length > 1 ? ` (${i + 1})` : ''}`, one] as const),
  )
  test.skipIf(isSkipped).each(facts)('%s goes on to its end and says so', async (_field, one) => {
    const { ids: reported, pages } = await readAll(one.ask, one.first, false)
    const all = one.all()
    expect(new Set(reported).size, 'nothing twice').toBe(reported.length)
    for (const page of pages) expect(page.truncated ?? false).toBe(one.truncated ?? false)
    if (one.truncated) {
      const known = new Set(all)
      expect(reported.filter((id) => !known.has(id))).toEqual([])
      expect(reported.length).toBeGreaterThan(0)
      expect(reported.length, 'there are more').toBeLessThan(all.length)
      for (const page of pages) expect(page.totalCount).toBeNull()
      return
    }
    expect([...reported].sort((a, b) => a - b)).toEqual([...all].sort((a, b) => a - b))
    for (const page of pages)
      expect(page.totalCount).toBe(one.uncounted === true && pages.length > 1 ? null : all.length)
    if (one.bothWays) expect((await readAll(one.ask, one.first, true)).ids, 'from the end').toEqual(reported)
  })
})
