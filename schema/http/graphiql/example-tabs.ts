// The examples that GraphiQL opens with: the documents of tabs/, each with the variables that it declares, filled from
// what is published. The first twelve are those of a hiking app, each a page of it in one round trip.
// test/schema/http/graphiql/hiking-app.test.ts asserts what they answer on the demo region.

import { readdirSync, readFileSync } from 'node:fs'

const FOLDER = new URL('./tabs/', import.meta.url)

export interface ExampleTab {
  query: string
  /** JSON; `MORNING n` stands for n days from now, at eight */
  variables: string
}

/** What examples are about. */
export interface ExamplePlaces {
  /** two `[lon, lat]` places that a route joins; null while nothing is published */
  waypoints: readonly (readonly [number, number])[] | null
  /** id of an area around the first of them; null where none is known */
  area: string | null
}

export function exampleTabs({ waypoints, area }: ExamplePlaces): ExampleTab[] {
  const points = waypoints ?? [
    [0, 0],
    [0, 0],
  ]
  const lons = points.map(([lon]) => lon)
  const lats = points.map(([, lat]) => lat)
  const values: Record<string, unknown> = {
    route: { waypoints: points.map((at) => ({ at })), settings: { mode: 'HIKE' } },
    from: points[0],
    to: points.at(-1),
    points,
    box: [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)],
    area: area ?? '',
    text: 're',
    line: { geojson: { type: 'LineString', coordinates: points } },
    departure: 'MORNING 1',
    departures: ['MORNING 1', 'MORNING 2', 'MORNING 3'],
  }
  return readdirSync(FOLDER)
    .sort()
    .map((name) => {
      const query = readFileSync(new URL(name, FOLDER), 'utf8')
      const declared = [...query.matchAll(/\$(\w+):/g)].map(([, variable]) => [variable, values[variable]])
      return { query, variables: declared.length === 0 ? '' : JSON.stringify(Object.fromEntries(declared), null, 2) }
    })
}
