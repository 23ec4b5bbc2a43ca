// A route that is sent back as a line has the climb and the time of that route, whatever the ground above its tunnels
// and below its bridges, and weather along it is that of its own heights (GIScience/openrouteservice#685,
// graphhopper/graphhopper#1363, abrensch/brouter#560).

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jobOver } from '../../../resolvers/analyse-route.ts'
import { surveyLine } from '../../../resolvers/route-weather.ts'
import { sampleGround } from '../../../src/course/course-heights.ts'
import { readCourse } from '../../../src/course/read-course.ts'
import { buildHierarchy } from '../../../src/routing/cch/hierarchy.ts'
import type { Profile } from '../../../src/routing/costs/request-types.ts'
import { createLineReader, type LineReader } from '../../../src/routing/matching/line-reader.ts'
import { RoutePlanner } from '../../../src/routing/route/plan-route.ts'
import type { Services } from '../../../src/services.ts'
import { caseCount } from '../../support/case-count.ts'
import { lineNetwork, TEST_ENGINE, walk } from '../../support/line-network.ts'
import { tinyGraph } from '../../support/tiny-graph.ts'

const NAMES = [...'ABCDEFGH']
const CELL_M = 100
/** What surveying a line needs. */
function servicesOver(reader: LineReader, groundM: (lon: number) => number): Services {
  return {
    terrain: {
      sample: async (_release: string, points: readonly (readonly [number, number])[]) => ({
        heightsM: points.map(([lon]) => groundM(lon)),
      }),
    },
    run: async (_kind: string, job: never) => ({ value: reader.analyseRoute(job) }),
  } as unknown as Services
}

const stretch = fc.constantFrom('tunnel', 'bridge', null)

test.each<Profile>(['hike', 'run', 'bike'])('a route by %s over bridges and through tunnels', async (profile) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(stretch, { minLength: NAMES.length - 3, maxLength: NAMES.length - 3 }),
      fc.array(fc.integer({ min: 980, max: 1020 }), { minLength: NAMES.length, maxLength: NAMES.length }),
      fc.integer({ min: 60, max: 900 }),
      async (inner, heights, hillM) => {
        const kinds = [null, ...inner, null]
        const facts = { way: 'street', highway: 'residential', surface: 'paved' } as const
        const drawing = NAMES.join('---')
        const options = {
          cellM: CELL_M,
          meta: { bbox: [1.4, 42.4, 1.6, 42.6] as const },
          heights: Object.fromEntries(NAMES.map((name, i) => [name, heights[i]])),
          edges: Object.fromEntries(
            kinds.map((kind, i) => [
              NAMES[i] + NAMES[i + 1],
              { ...facts, wayId: i + 1, ...(kind === null ? {} : { flags: [kind] as ('tunnel' | 'bridge')[] }) },
            ]),
          ),
        }
        const plain = tinyGraph(drawing, options)
        const { graph, at } = tinyGraph(drawing, { ...options, extra: { ...buildHierarchy(plain.graph) } })
        const planner = new RoutePlanner(graph, { engine: TEST_ENGINE, metricCacheBytes: 1 << 20, maxSettled: 10_000 })
        const [a, b, [lastLon]] = [at('A'), at('B'), at('H')]
        /** The ground: that of the ways on the surface, a hill over tunnels, a gorge under bridges. */
        const groundM = (lon: number) => {
          const along = (lon - a[0]) / (b[0] - a[0])
          const i = Math.min(kinds.length - 1, Math.max(0, Math.floor(along)))
          const ownM = heights[i] + (heights[i + 1] - heights[i]) * (along - i)
          const share = along - i
          // as high as the ways at both ends of a structure
          const bulge = Math.sin(Math.PI * Math.min(1, Math.max(0, share)))
          return kinds[i] === null ? ownM : ownM + (kinds[i] === 'tunnel' ? hillM : -hillM) * bulge
        }
        const route = planner.planRoute({ waypoints: [at('A'), at('H')], profile })
        const { lonE6, latE6 } = route.line
        const coordinates = Array.from(lonE6, (e6, i) => [e6 / 1e6, latE6[i] / 1e6])
        const course = readCourse({ geometry: { type: 'LineString', coordinates } }, { points: 5000 })
        const ground = await sampleGround(course, async (points) => points.map(([lon]) => groundM(lon)))
        const reader = createLineReader(planner.parts)
        const found = reader.analyseRoute(jobOver(course, profile, 'auto', ground))
        expect(found.match.status).toBe('matched')
        // which of the small climbs of the street count depends on where it is sampled; a hill would add 60 m or more
        expect(Math.abs(found.elevation!.ascentM! - route.ascentM!)).toBeLessThan(15)
        expect(Math.abs(found.movingTime!.movingS! - route.movingTime!.movingS!)).toBeLessThan(
          0.06 * route.movingTime!.movingS!,
        )
        const { line, analysis } = await surveyLine(course, profile, null, servicesOver(reader, groundM), {} as never)
        const offM = Array.from(line.heightM, (heightM, i) => {
          const along = (NAMES.length - 1) * Math.min(1, (line.lon[i] - a[0]) / (lastLon - a[0]))
          const j = Math.min(kinds.length - 1, Math.max(0, Math.floor(along)))
          return Math.abs(heightM - (heights[j] + (heights[j + 1] - heights[j]) * (along - j)))
        })
        expect(Math.max(...offM)).toBeLessThan(4)
        expect(analysis!.movingTime).toEqual(found.movingTime)
      },
    ),
    { numRuns: caseCount(25, 300) },
  )
})

test.each([
  ['bridge', { flags: ['bridge'] }],
  ['tunnel', { flags: ['tunnel'] }],
  ['ferry', { flags: ['ferry'], way: 'ferry', highway: 'ferry' }],
  ['steps', { flags: ['steps'], way: 'steps', highway: 'steps' }],
] as const)(
  'a line over %s has the heights of the network on a structure, and those of the ground elsewhere',
  (kind, facts) => {
    const network = lineNetwork('A---B---C---D', {
      ...{ cellM: 50, heightM: 1000, meta: { bbox: [1.4, 42.4, 1.6, 42.6] as const } },
      defaults: { way: 'path', highway: 'path' },
      edges: { BC: { ...facts, flags: [...facts.flags] } },
    })
    const trace = walk([network.at('A'), network.at('D')], 10)
    const lengthM = 600
    const count = 61
    const atM = Float64Array.from({ length: count }, (_, i) => i * 10)
    const zeros = new Float64Array(count)
    const { groundM } = network.reader.analyseRoute({
      ...{ profile: 'hike', format: 'geojson', elevation: 'terrain', wantsGround: true, lengthM, ...trace },
      heightM: new Float64Array(trace.lon.length).fill(Number.NaN),
      ground: {
        ...{
          atM,
          lon: zeros,
          lat: zeros,
          partStart: Int32Array.of(0, count),
          pointSample: new Int32Array(trace.lon.length),
        },
        heightM: new Float64Array(count).fill(1200),
      },
    })
    const isStructure = kind !== 'steps'
    groundM!.forEach((heightM, i) => {
      if (Math.abs(atM[i] - 200) < 15 || Math.abs(atM[i] - 400) < 15) return
      expect(heightM, `${kind} at ${atM[i]} m`).toBe(isStructure && atM[i] > 200 && atM[i] < 400 ? 1000 : 1200)
    })
  },
)
