// What graphql.bench.ts asks of the server that we start, of bare graphql-js and of REST.

import { RouteOnMapDocument } from '../../../src/web/documents/generated/graphql.ts'
import type { Question } from '../served-process.ts'

export const POINTS = 5000
export const FIRST = 10
const TEXT = 'Ordino'
export const PEAKS = 'Pic'
export const NEARBY_M = 2000

const graphql = (query: string, variables?: object): Question => ({
  method: 'POST',
  path: '/graphql',
  body: { query, variables },
})

export const POINT = graphql('query ($at: LonLat!) { point(at: $at) { location } }', { at: [1.53, 42.55] })
export const SEARCH = graphql(
  'query ($text: String!) { search(text: $text, first: 1) { nodes { ... on Place { name } } } }',
  {
    text: TEXT,
  },
)
export const LINKED = graphql(
  `query ($text: String!) {
    search(text: $text, where: {kinds: [PEAK]}, first: ${FIRST}) {
      nodes { ... on Place {
        id name kind location
        elevation { heightM }
        nearby(where: {named: true}, withinM: ${NEARBY_M}, first: 10) { edges { offM node { id name kind location } } }
      } }
    }
  }`,
  { text: PEAKS },
)

/** A line of one-second steps, seeded. */
function walk(): [lon: number, lat: number][] {
  let state = 42
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32
  let [lon, lat, heading, turn] = [1.5, 42.5, 0, 0]
  return Array.from({ length: POINTS }, () => {
    turn = turn * 0.95 + (random() - 0.5) * 0.15
    heading += turn
    lon += Math.cos(heading) * 2e-5
    lat += Math.sin(heading) * 1.4e-5
    return [Number(lon.toFixed(6)), Number(lat.toFixed(6))]
  })
}

const geometry = { type: 'LineString', coordinates: walk() }
export const PROFILE_REST: Question = {
  method: 'POST',
  path: '/v1/elevation-profile',
  body: { geometry, elevation: 'terrain', points: POINTS },
}
export const PROFILE = (series: string): Question =>
  graphql(
    `query ($line: GeoJSON!) {
      line(input: { geojson: $line }) {
        elevationProfile(elevation: TERRAIN, points: ${POINTS}) {
          input { format partCount pointCount lengthM }
          elevation { source method ascentM descentM minM maxM unknownM }
          series { heights gradeWindowM parts { fromM toM first last } ${series} }
          steepest { slope fromM toM gradePct }
          unknowns { code message }
        }
      }
    }`,
    { line: geometry },
  )
export const ROWS = 'points { alongM elevationM gradePct location }'
export const COLUMNS = 'columns { alongM elevationM gradePct lon lat }'

const WAYPOINTS = [
  [1.5218, 42.5078],
  [1.5785, 42.5346],
]
export const ROUTE = graphql(RouteOnMapDocument.toString(), {
  input: { waypoints: WAYPOINTS.map((at) => ({ at })) },
})
export const ROUTE_REST: Question = {
  method: 'POST',
  path: '/v1/route',
  body: { waypoints: WAYPOINTS },
}
