// The examples that GraphiQL opens with: the documents of tabs/, each with the variables that it declares, filled from
// what is published. test/schema/http/graphiql/example-tabs.test.ts runs them all.

import { readdirSync, readFileSync } from 'node:fs'

const FOLDER = new URL('./tabs/', import.meta.url)

export interface ExampleTab {
  query: string
  /** JSON; `MORNING n` stands for n days from now, at eight */
  variables: string
}

/** `waypoints`: two `[lon, lat]` places that a route joins; null while nothing is published. */
export function exampleTabs(waypoints: readonly (readonly [number, number])[] | null): ExampleTab[] {
  const points = waypoints ?? [
    [0, 0],
    [0, 0],
  ]
  const values: Record<string, unknown> = {
    route: { waypoints: points.map((at) => ({ at })), settings: { mode: 'HIKE' } },
    from: points[0],
    to: points.at(-1),
    points,
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
