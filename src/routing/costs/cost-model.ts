// Settings -> cost table: what a millimetre of every class of way costs in centiseconds of penalised travel time, and
// what climbing adds (see arc-cost.ts for the expression). A penalty is the factor by which a walker or rider would
// accept a longer way instead. `shortest` counts true centimetres under the same access and cap. Never opens what
// access (decision: ways-and-access) closes.

import { LRUCache } from 'lru-cache'
import {
  ACCESS,
  ACCESS_CLOSED,
  type Access,
  FLAG_BARRIER,
  FLAG_FERRY,
  FLAG_STEPS,
  SAC_VIA_FERRATA,
  SMOOTHNESSES,
  WAY_KINDS,
} from '../../osm/edge-facts.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { CostTable } from './arc-cost.ts'
import { PUSHED, RIDDEN, liftingCost, pushingCost, ridingByClass } from './pushing.ts'
import * as foot from './foot-penalties.ts'
import * as bike from './bike-penalties.ts'
import { belowKey, lowerBoundSettings } from './lower-bounds.ts'
import { type CostSettings, NEUTRAL, climbWeight, costKey } from './route-settings.ts'
import { IS_PAVED, SURFACE_KINDS, type SurfaceKind } from '../../travel/surfaces.ts'

const MAX_TABLES = 256
const MIN_TABLES = 8
const TABLE_BYTES = 16_000_000
/**
 * No ferry is assumed to sail slower than this. For choosing a route only; the reported time comes from its `duration`
 * tag.
 */
const FERRY_KMH = 8
const AVOID_PAVED: Record<SurfaceKind, number> = { paved: 2.5, unknown: 1.2, gravel: 1, trail: 1 }
/** Times what steps cost anyway: a flight of 20 m is worth a detour of about 200 m. */
const AVOID_STEPS = 8

/**
 * With `shortest`, a metre pushed without a tag that requires it counts as this many: its cost for a hybrid on level
 * asphalt.
 */
const SHORTEST_PUSHED = 9

/** Builds and caches the cost tables of one network. */
export class CostModel {
  readonly #graph: RoutingGraph
  readonly #tables: LRUCache<string, CostTable>
  /** index of the highway value of each class in the penalty tables; computed once */
  readonly #highway: (string | null)[] = []
  readonly #surfaceTag: (string | null)[] = []
  readonly #hasFerries: boolean

  constructor(graph: RoutingGraph) {
    this.#graph = graph
    const tableBytes = Math.max(1, graph.classCount * 2 * Float64Array.BYTES_PER_ELEMENT)
    this.#tables = new LRUCache({
      max: Math.max(MIN_TABLES, Math.min(MAX_TABLES, Math.floor(TABLE_BYTES / tableBytes))),
    })
    const { classFlags, classHighway, classSurfaceTag } = graph.columns
    this.#hasFerries = classFlags.some((flags) => (flags & FLAG_FERRY) !== 0)
    for (let c = 0; c < graph.classCount; c++) {
      this.#highway.push(graph.string(classHighway[c]))
      this.#surfaceTag.push(graph.string(classSurfaceTag[c]))
    }
  }

  /**
   * The table of these settings, cached (at most 256 tables, and 16 MB beyond the first eight; the least recently used
   * are dropped). Settings with the same costs have the same one: without ferries, however they are sought.
   */
  table(settings: CostSettings): CostTable {
    const own = this.#withEffect(settings)
    const key = costKey(own)
    let table = this.#tables.get(key)
    if (table === undefined) {
      table = this.#build(key, own)
      this.#tables.set(key, table)
    }
    return table
  }

  /** Tables of the settings that bound these best from below (lower-bounds.ts), rounded down. */
  tablesBelow(settings: CostSettings): CostTable[] {
    const [best = []] = lowerBoundSettings(this.#withEffect(settings))
    return best.map(({ settings: below }) => ({
      ...this.table(below),
      key: belowKey(below),
      below: [],
      isBound: true,
    }))
  }

  #withEffect(settings: CostSettings): CostSettings {
    return this.#hasFerries ? settings : { ...settings, useFerry: NEUTRAL }
  }

  #build(key: string, s: CostSettings): CostTable {
    const slots = this.#graph.classCount * 2
    const onFoot = s.profile !== 'bike'
    const factor = new Float64Array(slots).fill(Infinity)
    const pushing = onFoot ? {} : this.#fillByBike(factor, s)
    if (onFoot) this.#fillOnFoot(factor, s)
    let minFactor = Infinity
    for (const f of factor) if (f < minFactor) minFactor = f
    for (const f of pushing.fallFactor ?? []) if (f < minFactor) minFactor = f
    const climb = s.shortest
      ? { perAscentDm: 0, perDescentDm: 0 }
      : s.profile === 'hike'
        ? foot.HIKE_CLIMB
        : s.profile === 'run'
          ? foot.RUN_CLIMB
          : bike.CLIMB
    const weight = climbWeight(s)
    return {
      key,
      factor,
      ...pushing,
      perAscentDm: climb.perAscentDm * weight,
      perDescentDm: climb.perDescentDm * weight,
      flatPenalty: Math.max(0, s.hills),
      minFactor,
      below: lowerBoundSettings(s).map((set) => set.map(({ settings, share }) => ({ key: belowKey(settings), share }))),
    }
  }

  #fillOnFoot(factor: Float64Array, s: CostSettings): void {
    const c = this.#graph.columns
    for (let k = 0; k < this.#graph.classCount; k++) {
      if (!this.#isOpenOnFoot(k, s)) continue
      for (let back = 0; back < 2; back++) {
        const access = (back === 0 ? c.classFootForward : c.classFootBackward)[k]
        if (access !== ACCESS_CLOSED) factor[k * 2 + back] = s.shortest ? 0.1 : this.#onFoot(k, access, s)
      }
    }
  }

  /** Fills in the factors and returns what pushing adds to them. */
  #fillByBike(factor: Float64Array, s: CostSettings): Pick<CostTable, 'fallFactor' | 'fixed'> {
    const c = this.#graph.columns
    const riding = ridingByClass(this.#graph, s.bicycleType)
    const fallFactor = factor.slice()
    const fixed = new Float64Array(factor.length)
    let isPushed = false
    for (let k = 0; k < this.#graph.classCount; k++) {
      for (let back = 0; back < 2; back++) {
        const slot = k * 2 + back
        const access = (back === 0 ? c.classBikeForward : c.classBikeBackward)[k]
        if (riding[slot] === RIDDEN) factor[slot] = fallFactor[slot] = s.shortest ? 0.1 : this.#byBike(k, access, s)
        else if (riding[slot] === PUSHED) {
          const isBarrier = (c.classFlags[k] & FLAG_BARRIER) !== 0
          const isTagged = ACCESS[access] === 'dismount'
          // a gate where the rider dismounts is not a stretch to push along
          if (s.push !== 'anywhere' && !(access !== ACCESS_CLOSED && (isBarrier || s.push === 'open'))) continue
          isPushed = true
          factor[slot] = this.#pushed(k, isTagged, false, s)
          fallFactor[slot] = this.#pushed(k, isTagged, true, s)
          if (isBarrier && !isTagged) fixed[slot] = liftingCost(factor[slot])
        }
      }
    }
    return isPushed ? { fallFactor, fixed } : {}
  }

  #pushed(k: number, isTagged: boolean, down: boolean, s: CostSettings): number {
    if (s.shortest) return 0.1 * (isTagged ? 1 : SHORTEST_PUSHED)
    const { classFlags, classSurface } = this.#graph.columns
    return (
      pushingCost(classFlags[k], down) * avoidPaved(s, SURFACE_KINDS[classSurface[k]]) * avoidSteps(s, classFlags[k])
    )
  }

  #isOpenOnFoot(k: number, s: CostSettings): boolean {
    const c = this.#graph.columns
    if ((c.classFlags[k] & FLAG_BARRIER) !== 0) return true
    const sac = c.classSac[k]
    if (sac === SAC_VIA_FERRATA) return s.ferrata && s.maxSac === 6
    if (sac > s.maxSac) return false
    return s.markedTrails !== 'strict' || c.classSignedFoot[k] > 0
  }

  #onFoot(k: number, access: number, s: CostSettings): number {
    const c = this.#graph.columns
    const flags = c.classFlags[k]
    if ((flags & FLAG_FERRY) !== 0) return this.#ferry(s)
    const surface = SURFACE_KINDS[c.classSurface[k]]
    let f = bike.csPerMm(s.profile === 'hike' ? foot.HIKE_KMH : foot.RUN_KMH)
    f *=
      foot.SAC[c.classSac[k]] *
      foot.VISIBILITY[c.classVisibility[k]] *
      foot.SURFACE[surface] *
      (ACCESS_PENALTY[ACCESS[access]] ?? 1)
    f *= foot.TRAFFIC[this.#highway[k] ?? ''] ?? 1
    if ((flags & FLAG_STEPS) !== 0) f *= s.profile === 'hike' ? foot.STEPS_HIKE : foot.STEPS_RUN
    if (s.markedTrails === 'prefer') f *= foot.signedWeight(c.classSignedFoot[k], WAY_KINDS[c.classWayKind[k]], surface)
    return f * avoidPaved(s, surface) * avoidSteps(s, flags)
  }

  #byBike(k: number, access: number, s: CostSettings): number {
    const c = this.#graph.columns
    const flags = c.classFlags[k]
    if ((flags & FLAG_FERRY) !== 0) return this.#ferry(s)
    const surface = SURFACE_KINDS[c.classSurface[k]]
    const way = WAY_KINDS[c.classWayKind[k]]
    const traffic = bike.TRAFFIC[this.#highway[k] ?? ''] ?? 1
    let f = bike.csPerMm(bike.SURFACE_KMH[s.bicycleType][surface])
    f *= bike.SURFACE_TAG[s.bicycleType][this.#surfaceTag[k] ?? ''] ?? 1
    f *= bike.MTB[s.bicycleType][c.classMtb[k]] * bike.SAC[c.classSac[k]] * (ACCESS_PENALTY[ACCESS[access]] ?? 1)
    if (c.classMtb[k] === 0 && way === 'path' && !IS_PAVED[surface]) f *= bike.UNGRADED_PATH[s.bicycleType]
    if ((flags & FLAG_STEPS) !== 0) f *= bike.STEPS
    f *= bike.SMOOTHNESS[SMOOTHNESSES[c.classSmoothness[k]]] ?? 1
    if (c.classSignedBike[k] > 0) f *= bike.SIGNED
    // use_roads: 0 avoids traffic, 1 accepts it and avoids paths
    if (s.useRoads <= 0.5) f *= traffic * (traffic > 1 ? Math.pow(bike.ROADS_SHUNNED, 1 - 2 * s.useRoads) : 1)
    else
      f *=
        Math.pow(traffic, 2 - 2 * s.useRoads) *
        (way === 'road' || way === 'street' ? 1 : Math.pow(bike.ROADS_SOUGHT, 2 * s.useRoads - 1))
    return f * avoidPaved(s, surface) * avoidSteps(s, flags)
  }

  #ferry(s: CostSettings): number {
    return (
      bike.csPerMm(FERRY_KMH) *
      (s.useFerry < 0.5 ? Math.pow(100, 1 - 2 * s.useFerry) : Math.pow(0.5, 2 * s.useFerry - 1))
    )
  }
}

function avoidPaved(s: CostSettings, surface: SurfaceKind): number {
  return s.avoidPaved ? AVOID_PAVED[surface] : 1
}

function avoidSteps(s: CostSettings, flags: number): number {
  return s.avoidSteps && (flags & FLAG_STEPS) !== 0 ? AVOID_STEPS : 1
}

/**
 * The cost model's penalties on ways that are open, but not to everybody or not to everybody's taste, on foot and by
 * bicycle alike.
 */
const ACCESS_PENALTY: Partial<Record<Access, number>> = {
  agricultural: 1.2,
  forestry: 1.2,
  customers: 2,
  delivery: 2,
  destination: 1.5,
  conditional: 1.3,
  cycleway_untagged: 1.3, // on foot only
  discouraged: 2,
}
