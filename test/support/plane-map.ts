// A map drawn in metres on the plane that touches the ground at one place, imported as a real one, with a planner over
// it. Nodes have one letter or digit each; ways name their nodes.

import { english } from '../../src/language/catalogue-files.ts'
import { writePbf } from '../../src/demo/write-pbf.ts'
import { buildNetwork } from '../../src/graph/build/graph-builder.ts'
import { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { DEG_TO_RAD, M_PER_DEG_LAT } from '../../src/geo/lon-lat.ts'
import type { PlanRouteInput } from '../../src/routing/costs/request-types.ts'
import { RoutePlanner } from '../../src/routing/route/plan-route.ts'
import { writeColumnFile } from '../../src/storage/column-file.ts'
import { pbfFromBytes } from './pbf-from-bytes.ts'

type Tags = Record<string, string>

export interface PlaneMap {
  /** metres east and north of the origin, or a drawing whose cells are `cellM` metres */
  nodes: Record<string, readonly [eastM: number, northM: number]>
  ways: readonly (readonly [letters: string, tags: Tags])[]
  nodeTags?: Record<string, Tags>
  /** members are indexes of ways */
  relations?: readonly (readonly [ways: readonly number[], tags: Tags])[]
  origin?: readonly [lon: number, lat: number]
}

/** Letters of a drawing as nodes: every other sign is empty ground. */
export function drawn(drawing: string, cellM: number): PlaneMap['nodes'] {
  const nodes: Record<string, [number, number]> = {}
  drawing.split('\n').forEach((row, y) => {
    for (let x = 0; x < row.length; x++) if (/[a-z0-9]/i.test(row[x])) nodes[row[x]] = [x * cellM, -y * cellM]
  })
  return nodes
}

const ENGINE = { name: 'waypost' as const, version: '0', networkRelease: 'n', terrainRelease: null }

export class PlaneNetwork {
  readonly graph: RoutingGraph
  readonly planner: RoutePlanner
  readonly #at: (letter: string) => [number, number]

  private constructor(graph: RoutingGraph, at: (letter: string) => [number, number]) {
    this.graph = graph
    this.#at = at
    this.planner = new RoutePlanner(graph, { engine: ENGINE, metricCacheBytes: 1 << 20, maxSettled: 100_000 })
  }

  static async build({ nodes, ways, nodeTags = {}, relations = [], origin = [1.5, 42.5] }: PlaneMap) {
    const letters = Object.keys(nodes)
    const at = (letter: string): [number, number] => {
      const [eastM, northM] = nodes[letter]
      const perLon = M_PER_DEG_LAT * Math.cos(origin[1] * DEG_TO_RAD)
      return [origin[0] + eastM / perLon, origin[1] + northM / M_PER_DEG_LAT]
    }
    const bytes = writePbf({
      writingProgram: 'plane-map',
      source: 'drawn',
      replicationTimestampS: 1735689600,
      nodes: letters.map((letter, i) => {
        const [lon, lat] = at(letter)
        return { id: i + 1, lonE7: Math.round(lon * 1e7), latE7: Math.round(lat * 1e7), tags: nodeTags[letter] ?? {} }
      }),
      ways: ways.map(([refs, tags], i) => ({ id: i + 1, refs: [...refs].map((r) => letters.indexOf(r) + 1), tags })),
      relations: relations.map(([members, tags], i) => ({
        id: i + 1,
        members: members.map((way) => ({ type: 'way' as const, id: way + 1, role: '' })),
        tags,
      })),
    })
    const { meta, columns } = await buildNetwork([pbfFromBytes('plane.osm.pbf', bytes)], () => 100)
    return new PlaneNetwork(RoutingGraph.from(writeColumnFile(meta, { ...columns })), at)
  }

  /** `type: instruction` of every maneuver between the named nodes. */
  maneuvers(nodes: string, input: Partial<PlanRouteInput> = {}): string[] {
    return this.route(nodes, input).maneuvers.map(({ type, instruction }) => `${type}: ${english.render(instruction)}`)
  }

  /** Types of the maneuvers between the start and the arrival. */
  types(nodes: string, input: Partial<PlanRouteInput> = {}): string {
    return this.route(nodes, input)
      .maneuvers.slice(1, -1)
      .map(({ type }) => type)
      .join(' ')
  }

  route(nodes: string, input: Partial<PlanRouteInput> = {}) {
    return this.planner.planRoute(this.#request(nodes, input))
  }

  trip(nodes: string, input: Partial<PlanRouteInput> = {}) {
    return this.planner.planTrip(this.#request(nodes, input))
  }

  #request(nodes: string, input: Partial<PlanRouteInput>): PlanRouteInput {
    return { waypoints: [...nodes].map((letter) => this.#at(letter)), ...input }
  }
}
