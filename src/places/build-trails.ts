// Builds trails from route relations: members in walking order, routes made of routes as one line with their stages,
// measurements over the terrain, facts as tagged. A relation without any line in the data is not a trail and is
// counted; missing parts are not filled in.

import { distanceM, type Box } from '../geo/lon-lat.ts'
import { isWide, withHeightsAlong } from '../graph/build/sample-heights.ts'
import { NO_COORDINATE_E7 } from '../osm/read-pbf.ts'
import { findRouteFacts } from '../osm/relation-facts.ts'
import {
  SAC_M_ROAD,
  type TrailLevelName,
  type TrailNetwork,
  type TrailRow,
  type Member,
  type Stretch,
} from './catalogue-rows.ts'
import type { ObjectCollector } from './collect-objects.ts'
import { measureTrail } from './measure-trail.ts'
import { facePartsOn, orderTrail } from './order-trail.ts'
import { readNames } from './read-names.ts'
import { BACKWARD, FORWARD, SIDE, type RelationList } from './collected-lists.ts'

export interface TrailLine {
  parts: Stretch[]
  missingWays: number
}

/**
 * The lines of routes that other routes are made of, each kept from when it is first requested until everybody who
 * needs it has had it: the routes that it is a stage of, and it itself. Kept as numbers in one typed array, so that
 * V8's heap holds only the line at work.
 */
export class StageLines {
  /** by route: how often its line will still be requested, at most */
  readonly #left: Uint32Array
  readonly #packed = new Map<number, Uint32Array>()

  constructor(routes: RelationList) {
    this.#left = new Uint32Array(routes.count).fill(1)
    for (let route = 0; route < routes.count; route++) {
      routes.eachMember(route, (isWay, osmId, role) => {
        const stage = isWay || (role & SIDE) !== 0 ? -1 : routes.ids.find(osmId)
        if (stage >= 0) this.#left[stage]++
      })
    }
  }

  /** number of lines kept */
  get keptCount(): number {
    return this.#packed.size
  }

  /** Counts as one of the times that it is requested; returns null if it must be worked out. */
  take(route: number): TrailLine | null {
    this.#left[route]--
    const packed = this.#packed.get(route)
    if (packed === undefined) return null
    if (this.#left[route] === 0) this.#packed.delete(route)
    return unpack(packed)
  }

  /** Replaces the stored row. */
  keep(route: number, line: TrailLine): void {
    if (this.#left[route] > 0) this.#packed.set(route, pack(line))
  }
}

/** Relation ids of the members of a route that are routes, too. */
export function stagesOf(routes: RelationList, route: number): number[] {
  const stages: number[] = []
  routes.eachMember(route, (isWay, osmId) => {
    if (!isWay && routes.has(osmId)) stages.push(osmId)
  })
  return stages
}

/** Missing ways, number of parts, length of each part; then its sites and ways, part by part. */
function pack({ parts, missingWays }: TrailLine): Uint32Array {
  const packed = new Uint32Array(2 + parts.reduce((sum, { sites }) => sum + 1 + 2 * sites.length, 0))
  packed.set([missingWays, parts.length])
  let at = 2
  for (const { sites } of parts) packed[at++] = sites.length
  for (const { sites, ways } of parts) {
    packed.set(sites, at)
    packed.set(ways, at + sites.length)
    at += 2 * sites.length
  }
  return packed
}

function unpack(packed: Uint32Array): TrailLine {
  const partCount = packed[1]
  const parts: Stretch[] = []
  let at = 2 + partCount
  for (const length of packed.subarray(2, at)) {
    const sites = Array.from(packed.subarray(at, at + length))
    const ways = Array.from(new Int32Array(packed.buffer, (at + length) * 4, length))
    parts.push({ sites, ways })
    at += 2 * length
  }
  return { parts, missingWays: packed[0] }
}

const NETWORKS = new Set(['iwn', 'nwn', 'rwn', 'lwn', 'icn', 'ncn', 'rcn', 'lcn'])
const MAX_DEPTH = 8
/** A part beside the line and up to this long is the other lane of the same road. */
const TWIN_M = 200

export interface BuiltTrail {
  row: TrailRow
  /** sites of each part */
  parts: number[][]
}

export interface TrailTerrain {
  heightOrNaN(lon: number, lat: number): number
  prepare(box: Box): Promise<void>
}

export class TrailBuilder {
  /** number of relations without a line */
  emptyCount = 0
  readonly #found: ObjectCollector
  readonly #lines: StageLines
  readonly #parents = new Map<number, number[]>()

  constructor(found: ObjectCollector) {
    this.#found = found
    this.#lines = new StageLines(found.routes)
    const { routes } = found
    for (let route = 0; route < routes.count; route++) {
      const relationId = routes.ids.idOf(route)
      for (const osmId of stagesOf(routes, route))
        this.#parents.set(osmId, [...new Set([...(this.#parents.get(osmId) ?? []), relationId])])
    }
  }

  /** Called once per route, with its index. Returns null if the data has no line of the route. */
  async build(route: number, terrain: TrailTerrain): Promise<BuiltTrail | null> {
    const { siteLonE7, siteLatE7, waySac, waySurface, wayOnStructure } = this.#found
    const { parts, missingWays } = this.#lineOf(route, 0)
    if (parts.length === 0) {
      this.emptyCount++
      return null
    }
    const measure = (heightOrNaN: TrailTerrain['heightOrNaN']) =>
      measureTrail(parts, {
        siteLonE7,
        siteLatE7,
        waySac: waySac.array,
        waySurface: waySurface.array,
        wayOnStructure: wayOnStructure.array,
        joinsGround: (site) => this.#found.joinsGround(site),
        heightOrNaN,
      })
    const box = boxAround(parts, siteLonE7, siteLatE7)
    if (!isWide(box)) await terrain.prepare(box)
    const measures = isWide(box)
      ? await withHeightsAlong(measure, terrain)
      : measure((lon, lat) => terrain.heightOrNaN(lon, lat))
    return { row: this.#toRow(route, measures, parts.length, missingWays), parts: parts.map(({ sites }) => sites) }
  }

  #toRow(route: number, measures: ReturnType<typeof measureTrail>, partCount: number, missingWays: number): TrailRow {
    const { routes } = this.#found
    const relationId = routes.ids.idOf(route)
    const tags = routes.tagsOf(route)
    const facts = findRouteFacts(tags)!
    const { name, others } = readNames(tags)
    const network = tags.get('network')?.toLowerCase() ?? null
    const graded = measures.sacM.findLastIndex((lengthM, grade) => grade > 0 && grade < SAC_M_ROAD && lengthM > 0)
    const {
      lengthM,
      bbox,
      ends,
      lon,
      lat,
      closes,
      gapsM,
      ascentM,
      descentM,
      lowestM,
      highestM,
      heightUnknownM,
      sacM,
      surfaces,
    } = measures
    return {
      relationId,
      name,
      ref: facts.ref,
      otherNames: others,
      type: facts.kind === 'hiking' ? 'hiking' : 'bicycle',
      route: tags.get('route') ?? '',
      network: network !== null && NETWORKS.has(network) ? (network as TrailNetwork) : null,
      level: LEVELS.has(facts.level) ? (facts.level as TrailLevelName) : null,
      operator: tags.get('operator') ?? null,
      symbol: facts.symbol,
      colour: tags.get('colour') ?? null,
      website: tags.get('website') ?? tags.get('url') ?? null,
      fromName: tags.get('from') ?? null,
      toName: tags.get('to') ?? null,
      lengthM,
      bbox,
      ends,
      lon,
      lat,
      roundtrip: closes || tags.get('roundtrip') === 'yes',
      partCount,
      gapsM,
      missingWays,
      ascentM,
      descentM,
      lowestM,
      highestM,
      heightUnknownM,
      sacMax: graded < 0 ? null : graded,
      sacM,
      surfaces,
      stageIds: stagesOf(routes, route),
      parentIds: this.#parents.get(relationId) ?? [],
      timesJson: null,
      movingS: null,
    }
  }

  /**
   * Its parts in walking order; stages are ordered first and then joined like members. Recursion stops at a route that
   * contains itself.
   */
  #lineOf(route: number, depth: number): TrailLine {
    const known = this.#lines.take(route)
    if (known !== null) return known
    if (depth > MAX_DEPTH) return { parts: [], missingWays: 0 }
    this.#lines.keep(route, { parts: [], missingWays: 0 })
    const { routes } = this.#found
    const members: Member[] = []
    let missingWays = 0
    routes.eachMember(route, (isWay, osmId, role) => {
      if ((role & SIDE) !== 0) return
      if (isWay) {
        const stretches = this.#stretchesOf(osmId)
        if (stretches === null) missingWays++
        else
          for (const stretch of stretches)
            members.push({
              ...((role & BACKWARD) !== 0 ? turned(stretch) : stretch),
              oneWay: (role & (FORWARD | BACKWARD)) !== 0,
            })
        return
      }
      const stageRoute = routes.ids.find(osmId)
      if (stageRoute < 0) return
      const stage = this.#lineOf(stageRoute, depth + 1)
      missingWays += stage.missingWays
      for (const part of stage.parts) members.push({ ...part, oneWay: false })
    })
    const { siteLonE7, siteLatE7 } = this.#found
    const gapM = (a: number, b: number): number =>
      distanceM(siteLonE7[a] / 1e7, siteLatE7[a] / 1e7, siteLonE7[b] / 1e7, siteLatE7[b] / 1e7)
    const line = { parts: facePartsOn(withoutTwins(orderTrail(members).parts, gapM), gapM), missingWays }
    this.#lines.keep(route, line)
    return line
  }

  /** A way without its missing nodes; returns null if the way itself is missing. */
  #stretchesOf(osmId: number): Stretch[] | null {
    const { wayIds, wayKnown, wayStart, wayEnd, refs, siteLonE7 } = this.#found
    const way = wayIds.find(osmId)
    if (way < 0 || wayKnown.array[way] === 0) return null
    const stretches: Stretch[] = []
    let sites: number[] = []
    for (let r = wayStart.array[way]; r <= wayEnd.array[way]; r++) {
      const site = r < wayEnd.array[way] ? refs.array[r] : -1
      if (site >= 0 && siteLonE7[site] !== NO_COORDINATE_E7) {
        if (sites.length === 0 || sites[sites.length - 1] !== site) sites.push(site)
        continue
      }
      if (sites.length > 1) stretches.push({ sites, ways: sites.map((_, i) => (i === 0 ? -1 : way)) })
      sites = []
    }
    return stretches.length === 0 ? null : stretches
  }
}

const LEVELS = new Set<string>(['international', 'national', 'regional', 'local'])

function turned({ sites, ways }: Stretch): Stretch {
  return { sites: sites.toReversed(), ways }
}

/**
 * Removes short parts that lead from the line back to the line beside it, as where a street has a lane for each
 * direction.
 */
function withoutTwins(parts: Stretch[], gapM: (a: number, b: number) => number): Stretch[] {
  if (parts.length < 2) return parts
  return parts.filter((part) => {
    const first = part.sites[0]
    const last = part.sites[part.sites.length - 1]
    if (first === last) return true
    let lengthM = 0
    for (let i = 1; i < part.sites.length; i++) lengthM += gapM(part.sites[i - 1], part.sites[i])
    return (
      lengthM > TWIN_M ||
      !parts.some(
        (other) =>
          other !== part &&
          other.sites.length > part.sites.length &&
          other.sites.includes(first) &&
          other.sites.includes(last),
      )
    )
  })
}

function boxAround(parts: readonly Stretch[], siteLonE7: Int32Array, siteLatE7: Int32Array): Box {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { sites } of parts) {
    for (const site of sites) {
      box[0] = Math.min(box[0], siteLonE7[site] / 1e7)
      box[1] = Math.min(box[1], siteLatE7[site] / 1e7)
      box[2] = Math.max(box[2], siteLonE7[site] / 1e7)
      box[3] = Math.max(box[3], siteLatE7[site] / 1e7)
    }
  }
  return box
}
