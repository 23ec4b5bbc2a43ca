// GraphiQL as one page that works offline: its scripts are inside. Tabs hold examples that work on what is published:
// their waypoints come from the release. Made once per release in a process of its own (render-graphiql.ts): the
// package holds tens of megabytes, of which the server keeps only the packed page.

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The gzipped page. `waypoints`: two `[lon, lat]` places that a route joins; null while nothing is published. */
export async function buildGraphiqlPage(waypoints: readonly (readonly [number, number])[] | null): Promise<Buffer> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./render-graphiql.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify(exampleTabs(waypoints)))
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (exitCode !== 0) throw new Error(`GraphiQL could not be made (exit status ${exitCode})`)
  return Buffer.concat(parts)
}

/**
 * Each tab is a complete request with its values inside (GraphiQL drops the variables of default tabs); test/schema
 * runs them all.
 */
export function exampleTabs(waypoints: readonly (readonly [number, number])[] | null): { query: string }[] {
  const ends = waypoints ?? [
    [0, 0],
    [0, 0],
  ]
  const places = JSON.stringify(ends)
  const passed = ends.map((at) => `{ at: ${JSON.stringify(at)} }`).join(', ')
  return [
    {
      query: `# A route on foot, with what it is made of and what is not known about it.
query Route {
  route(input: { waypoints: [${passed}], settings: { profile: HIKE } }) {
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
    },
    {
      query: `# What is around a point, what is around that, and the signed routes near by: three questions to the store, however long the list.
query Places {
  places(near: ${JSON.stringify(ends[0])}, radiusM: 20000, first: 5) {
    edges {
      distanceM
      node {
        name kind elevationM
        nearby(first: 3) { edges { distanceM node { name kind } } }
        trails(first: 2, withinM: 2000) { edges { distanceM node { name ref distanceM ascentM gapsM } } }
      }
    }
  }
}
`,
    },
    {
      query: `# Heights from the terrain model. Null is a void, never zero.
query Elevation {
  elevation(points: ${places}) {
    release
    z
    points { location elevationM }
  }
}
`,
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
