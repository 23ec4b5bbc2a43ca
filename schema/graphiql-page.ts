// GraphiQL as one page that works offline: its scripts are inside. Tabs hold examples that work on what is published:
// their waypoints come from the release. Made once per release and kept packed.

import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import { renderGraphiQL } from '@graphql-yoga/render-graphiql'

const pack = promisify(gzip)

export interface PackedPage {
  gzipped: Buffer
  plain: string
}

/** `waypoints`: two `[lon, lat]` places that a route joins; null while nothing is published. */
export async function buildGraphiqlPage(waypoints: readonly (readonly [number, number])[] | null): Promise<PackedPage> {
  const plain = String(renderGraphiQL({ title: 'Waypost GraphiQL', endpoint: '/graphql', defaultTabs: exampleTabs(waypoints), shouldPersistHeaders: false }))
  return { plain, gzipped: await pack(plain, { level: constants.Z_BEST_SPEED }) }
}

/** Each tab is a complete request; test/schema runs them all. */
export function exampleTabs(waypoints: readonly (readonly [number, number])[] | null): { query: string; variables?: string }[] {
  const places = waypoints ?? [[0, 0], [0, 0]]
  return [
    {
      query: `# A route on foot, with what it is made of and what is not known about it.
query Route($input: RouteInput!) {
  route(input: $input) {
    status
    distanceM
    ascentM
    descentM
    time { movingS scope outsideCalibrationM }
    surfaces { pavedM gravelM trailM unknownM assumedM }
    difficulty { grades { grade lengthM } untaggedPathM hardest { grade fromM toM } }
    hazards { kind fromM toM }
    warnings { code message }
    unknowns { code message }
    maneuvers { instruction distanceM }
    line { polyline6 }
  }
}
`,
      variables: JSON.stringify({ input: { waypoints: places, profile: 'HIKE' } }, null, 2),
    },
    {
      query: `# Heights from the terrain model. Null is a void, never zero.
query Elevation($points: [LonLat!]!) {
  elevation(points: $points) {
    release
    z
    points { location elevationM }
  }
}
`,
      variables: JSON.stringify({ points: places }, null, 2),
    },
    {
      query: `# How old the data is, and what the planner can be asked.
query About {
  artifactStatus { checkedAt stale artifacts { name version state ageDays maxAgeDays } }
  routeCapabilities { release regionBbox profiles settings { name type min max values default } }
}
`,
    },
  ]
}
