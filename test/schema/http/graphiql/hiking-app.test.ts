// The twelve pages of a hiking app, each one round trip, over the demo region: the first tabs of GraphiQL, and what is
// true of their answers.

import { beforeAll, describe, expect, test } from 'vitest'
import { exampleTabs } from '../../../../schema/http/graphiql/example-tabs.ts'
import { DAY_MS } from '../../../../src/durations.ts'
import { type Box, distanceM, holdsPoint } from '../../../../src/geo/lon-lat.ts'
import { postJson } from '../../../support/fake-services.ts'
import { type SharedServer, sharedServer } from '../../../support/shared-server.ts'

const PAGES = [
  'Planner',
  'SearchBox',
  'Viewport',
  'TrailPage',
  'HutPage',
  'TrailList',
  'Comparison',
  'LoopsAndReach',
  'HutsInPark',
  'DayPlan',
  'FileToFacts',
  'Offline',
]
/** Ends of the route, as the release has them for examples. */
const FROM = [-40.4288889, 33.4711111] as const
const TO = [-40.4488889, 33.4416667] as const

let server: SharedServer
let island: string
beforeAll(async () => {
  server = await sharedServer()
  const { data } = await ask('query ($at: LonLat!) { point(at: $at) { within { id } } }', { at: FROM })
  island = data.point.within.at(-1).id
})

async function ask(query: string, variables: object): Promise<any> {
  const { body } = await postJson(`${server.api}/graphql`, { query, variables })
  expect(body.errors).toBeUndefined()
  return body
}

/** The answer of a page, whole, with the variables of its tab or others. */
async function open(page: string, others: object = {}): Promise<any> {
  const tabs = exampleTabs({ waypoints: [FROM, TO], area: island })
  const { query, variables } = tabs.find((tab) => tab.query.includes(`query ${page}(`))!
  const filled = variables.replace(/"MORNING (\d)"/g, (_, days) =>
    JSON.stringify(new Date(Date.now() + Number(days) * DAY_MS).toISOString()),
  )
  return (await ask(query.replaceAll('@defer', ''), { ...JSON.parse(filled), ...others })).data
}

interface Located {
  location: [number, number]
}

const lengths = (list: { lengthM: number }[]) => list.map(({ lengthM }) => lengthM)
const sum = (list: number[]) => list.reduce((total, one) => total + one, 0)
const descending = (list: number[]) => list.toSorted((a, b) => b - a)
const ascending = (list: number[]) => list.toSorted((a, b) => a - b)

test('they are the first twelve tabs, in this order', () => {
  const tabs = exampleTabs({ waypoints: null, area: null }).slice(0, PAGES.length)
  expect(tabs.map(({ query }) => /^query (\w+)/m.exec(query)![1])).toEqual(PAGES)
})

describe('on the demo region', () => {
  test('the planner has a route whose surfaces add up, with weather to its end and a pace of three hours', async () => {
    const { route } = await open('Planner')
    const { pavedM, gravelM, trailM, unknownM } = route.surfaces
    expect(pavedM + gravelM + trailM + unknownM).toBeCloseTo(route.lengthM, -1)
    expect(route.time.band80.lowS).toBeLessThan(route.time.movingS)
    expect(route.time.band80.highS).toBeGreaterThan(route.time.movingS)
    expect(route.hazards.map(({ kind }: { kind: string }) => kind)).toContain('FORD')
    expect(route.unknowns.map(({ code }: { code: string }) => code)).toContain('SAC_UNTAGGED')
    expect(route.weather.samples.at(-1).atM).toBeCloseTo(route.lengthM, -1)
    expect(sum(route.pacePlan.splits.map(({ movingS }: { movingS: number }) => movingS))).toBeCloseTo(10_800, -1)
  })

  test('the search box finds the hut that is written with an accent, first what is near', async () => {
    const { search } = await open('SearchBox', { text: 'refugio' })
    expect(search.nodes[0]).toMatchObject({ __typename: 'Place', name: 'Refúgio da Névoa', kind: 'HUT' })
    const trails = await open('SearchBox', { text: 'Velmarra-Weg' })
    expect(trails.search.nodes).toContainEqual(expect.objectContaining({ __typename: 'Trail', ref: 'VW' }))
  })

  test('the viewport holds its places, and lines of trails that come near it', async () => {
    const box: Box = [-40.49, 33.4, -40.4, 33.45]
    const { places, trails } = await open('Viewport', { box })
    expect(places.totalCount).toBe(places.nodes.length)
    expect(places.nodes.length).toBeGreaterThan(10)
    const outside = places.nodes.filter(({ location: [lon, lat] }: Located) => !holdsPoint(box, lon, lat))
    expect(outside).toEqual([])
    expect(trails.nodes.length).toBeGreaterThan(3)
    expect(new Set(trails.nodes.map((trail: any) => trail.line.geojson.type))).not.toContain(undefined)
  })

  test('the page of a trail has climb, time, profile and what is along it in its order', async () => {
    const {
      trails: {
        nodes: [trail],
      },
    } = await open('TrailPage')
    expect(trail).toMatchObject({ name: 'Velmarra-Weg', ref: 'VW', mode: 'HIKE' })
    expect(trail.elevation.maxM).toBeGreaterThan(trail.elevation.minM)
    expect(trail.time.movingS).toBeGreaterThan(4 * 3600)
    const { alongM, elevationM } = trail.elevationProfile.series.columns
    expect([alongM.length, elevationM.length]).toEqual([50, 50])
    expect(alongM.at(-1)).toBeCloseTo(trail.lengthM, -1)
    const at = trail.places.edges.map(({ atM }: { atM: number }) => atM)
    expect(at).toEqual(ascending(at))
    expect(trail.places.edges.map((edge: any) => edge.node.name)).toContain('Grünaughütte')
    expect(trail.analysis.difficulty.untaggedPathM).toBeGreaterThanOrEqual(0)
  })

  test('the page of a hut has the nearest hut, the way there and its forecast, and null for what the map does not say', async () => {
    const {
      places: {
        edges: [{ node: hut, offM }],
      },
    } = await open('HutPage')
    expect(hut.name).toBe('Refúgio da Névoa')
    expect(offM).toBeCloseTo(distanceM(...FROM, ...(hut.location as [number, number])), -1)
    expect(hut).toMatchObject({ capacity: 38, elevationM: 1011, beds: null })
    expect(hut.routeFrom.lengthM).toBeGreaterThan(offM)
    expect(hut.forecast.days).toHaveLength(2)
    expect(hut.nearby.edges.length).toBeGreaterThan(0)
  })

  test('the list has trails within its lengths, longest first, each with its time and no analysis', async () => {
    const { trails } = await open('TrailList')
    const found = lengths(trails.nodes)
    expect(found).toHaveLength(10)
    expect(found).toEqual(descending(found))
    expect(found[0]).toBeLessThanOrEqual(20_000)
    expect(found.at(-1)).toBeGreaterThanOrEqual(2000)
    expect(trails.pageInfo.hasNextPage).toBe(trails.totalCount > 10)
    expect(trails.nodes.filter((trail: any) => trail.time === null)).toEqual([])
  })

  test('the comparison is faster by bicycle between the same ends', async () => {
    const { foot, bicycle } = await open('Comparison')
    expect(bicycle.time.movingS).toBeLessThan(foot.time.movingS)
    expect(Math.abs(bicycle.lengthM - foot.lengthM)).toBeLessThan(foot.lengthM / 4)
  })

  test('loops are about as long as was requested, and two hours reach further than one', async () => {
    const {
      point: { loops, reach },
    } = await open('LoopsAndReach')
    expect(loops.found).toHaveLength(3)
    expect(lengths(loops.found).filter((lengthM) => Math.abs(lengthM - 6000) > 900)).toEqual([])
    expect(reach.contours.map(({ movingS }: { movingS: number }) => movingS)).toEqual([3600, 7200])
    const [one, two] = reach.contours.map(({ polygons }: { polygons: object }) => JSON.stringify(polygons).length)
    expect(two).toBeGreaterThan(one)
    const times = reach.places.edges.map(({ movingS }: { movingS: number }) => movingS)
    expect(times).toEqual(ascending(times))
  })

  test('huts of the island are the known ones, highest first', async () => {
    const { place } = await open('HutsInPark')
    expect(place.name).toBe('Inselregion Velmarra')
    const { nodes } = place.places
    const heights = nodes.map(({ elevationM }: { elevationM: number }) => elevationM)
    expect(heights).toEqual(descending(heights))
    const names = nodes.map(({ name }: { name: string }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['Refúgio da Névoa', 'Kesselseehütte', 'Grünaughütte', 'Torrask Bothy']),
    )
  })

  test('the day plan compares three departures by weather that says that it is made up', async () => {
    const { route } = await open('DayPlan')
    expect(route.weather.scan).toHaveLength(3)
    for (const { departureAt, arrivalAt, tempC } of route.weather.scan) {
      expect(Date.parse(arrivalAt) - Date.parse(departureAt)).toBeCloseTo(route.time.movingS * 1000, -5)
      expect(tempC.min).toBeLessThanOrEqual(tempC.max)
    }
    expect(route.weather.unknowns).toMatchObject([{ code: 'WEATHER_SYNTHETIC' }])
    expect(route.start.timezone).toMatch(/^\w+/)
  })

  test('what is taken along is a GPX file with the turns of the route; read back it is the same walk', async () => {
    const { service, route } = await open('Offline')
    expect(service.attribution.map(({ text }: { text: string }) => text).join()).toContain('Synthetic demo region')
    expect(route.export).toMatchObject({ name: 'Tour', mediaType: 'application/gpx+xml' })
    expect(route.maneuvers[0].type).toBe('START')
    expect(sum(lengths(route.maneuvers))).toBeCloseTo(route.lengthM, -1)
    const picture = await fetch(route.staticMap.url)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    const { line } = await open('FileToFacts', { line: { gpx: route.export.text } })
    expect(line.lengthM).toBeCloseTo(route.lengthM, -2)
    expect(line.analysis.match.matchedShare).toBeGreaterThan(0.95)
  })

  test('a straight line is measured, and what follows no way is unknown, not easy', async () => {
    const { line } = await open('FileToFacts')
    expect(line.lengthM).toBeCloseTo(distanceM(...FROM, ...TO), -2)
    expect(line.analysis.match.status).toBe('PARTIAL')
    expect(line.analysis.surfaces.unknownM).toBe(line.analysis.unmatchedM)
    expect(line.analysis.unmatchedM).toBeGreaterThan(line.lengthM / 2)
    expect(line.analysis.unknowns.map(({ code }: { code: string }) => code)).toContain('LINE_UNMATCHED')
    expect(line.elevationProfile.series.points).toHaveLength(10)
  })
})
