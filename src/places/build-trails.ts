// Builds trails from route relations: members in walking order, routes made of routes as one line with their stages,
// measurements over the terrain, facts as tagged. A relation without any line in the data is not a trail and is
// counted; missing parts are not filled in.

import { distanceM, type Box, type LonLat } from '../geo/lon-lat.ts'
import { isWide, withHeightsAlong } from '../graph/heights-along.ts'
import { NO_COORDINATE_E7 } from '../osm/read-pbf.ts'
import { findRouteFacts } from '../osm/route-relation.ts'
import type { TrailLevelName, TrailRow } from './catalogue-rows.ts'
import type { ObjectCollector, RouteObject } from './collect-objects.ts'
import { measureTrail } from './measure-trail.ts'
import { facePartsOn, orderTrail, type Member, type Stretch } from './order-trail.ts'
import { readNames } from './read-names.ts'

/** Members with these roles are not part of the main line. */
const SIDE_ROLES =
  /^(alternat|variant|excursion|approach|connection|link|shortcut|detour|access|guidepost|marker|stop|platform|proposed)/
const NETWORKS = new Set(['iwn', 'nwn', 'rwn', 'lwn', 'icn', 'ncn', 'rcn', 'lcn'])
const MAX_DEPTH = 8
/** A part beside the line and up to this long is the other lane of the same road. */
const TWIN_M = 200

export interface BuiltTrail {
  row: TrailRow
  parts: LonLat[][]
}

export interface TrailTerrain {
  heightOrNaN(lon: number, lat: number): number
  prepare(box: Box): Promise<void>
}

export class TrailBuilder {
  /** number of relations without a line */
  emptyCount = 0
  readonly #found: ObjectCollector
  readonly #lines = new Map<number, { parts: Stretch[]; missingWays: number }>()
  readonly #parents = new Map<number, number[]>()

  constructor(found: ObjectCollector) {
    this.#found = found
    for (const { relationId, members } of found.routes.values()) {
      for (const { isWay, osmId } of members) {
        if (isWay || !found.routes.has(osmId)) continue
        this.#parents.set(osmId, [...new Set([...(this.#parents.get(osmId) ?? []), relationId])])
      }
    }
  }

  /** Returns null if the data contains no line of it. */
  async build(route: RouteObject, terrain: TrailTerrain): Promise<BuiltTrail | null> {
    const { siteLonE7, siteLatE7, waySac, waySurface, wayOnStructure } = this.#found
    const { parts, missingWays } = this.#lineOf(route.relationId, 0)
    if (parts.length === 0) {
      this.emptyCount++
      return null
    }
    const line = parts.map(({ sites }) => sites.map((site): LonLat => [siteLonE7[site] / 1e7, siteLatE7[site] / 1e7]))
    const measure = (heightOrNaN: TrailTerrain['heightOrNaN']) =>
      measureTrail(parts, {
        siteLonE7,
        siteLatE7,
        waySac: waySac.array,
        waySurface: waySurface.array,
        wayOnStructure: wayOnStructure.array,
        heightOrNaN,
      })
    const box = boxAround(line)
    if (!isWide(box)) await terrain.prepare(box)
    const measures = isWide(box)
      ? await withHeightsAlong(measure, terrain)
      : measure((lon, lat) => terrain.heightOrNaN(lon, lat))
    return { row: this.#toRow(route, measures, parts.length, missingWays), parts: line }
  }

  #toRow(
    { relationId, tags, members }: RouteObject,
    measures: ReturnType<typeof measureTrail>,
    partCount: number,
    missingWays: number,
  ): TrailRow {
    const facts = findRouteFacts(tags)!
    const { name, others } = readNames(tags)
    const network = tags.get('network')?.toLowerCase() ?? null
    const graded = measures.sacM.findLastIndex((lengthM, grade) => grade > 0 && lengthM > 0)
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
      surfaceM,
    } = measures
    return {
      relationId,
      name,
      ref: facts.ref,
      otherNames: others,
      type: facts.kind === 'hiking' ? 'hiking' : 'bicycle',
      route: tags.get('route') ?? '',
      network: network !== null && NETWORKS.has(network) ? network : null,
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
      surfaceM: { unknown: surfaceM[0], paved: surfaceM[1], gravel: surfaceM[2], trail: surfaceM[3] },
      stageIds: members.filter(({ isWay, osmId }) => !isWay && this.#found.routes.has(osmId)).map(({ osmId }) => osmId),
      parentIds: this.#parents.get(relationId) ?? [],
    }
  }

  /**
   * Its parts in walking order; stages are ordered first and then joined like members. Recursion stops at a route that
   * contains itself.
   */
  #lineOf(relationId: number, depth: number): { parts: Stretch[]; missingWays: number } {
    const known = this.#lines.get(relationId)
    if (known !== undefined) return known
    const route = this.#found.routes.get(relationId)
    if (route === undefined || depth > MAX_DEPTH) return { parts: [], missingWays: 0 }
    this.#lines.set(relationId, { parts: [], missingWays: 0 })
    const members: Member[] = []
    let missingWays = 0
    for (const { isWay, osmId, role } of route.members) {
      if (SIDE_ROLES.test(role)) continue
      if (isWay) {
        const stretches = this.#stretchesOf(osmId)
        if (stretches === null) missingWays++
        else
          for (const stretch of stretches)
            members.push({
              ...(role.startsWith('backward') ? turned(stretch) : stretch),
              oneWay: /^(forward|backward)/.test(role),
            })
      } else {
        const stage = this.#lineOf(osmId, depth + 1)
        missingWays += stage.missingWays
        for (const part of stage.parts) members.push({ ...part, oneWay: false })
      }
    }
    const { siteLonE7, siteLatE7 } = this.#found
    const gapM = (a: number, b: number): number =>
      distanceM(siteLonE7[a] / 1e7, siteLatE7[a] / 1e7, siteLonE7[b] / 1e7, siteLatE7[b] / 1e7)
    const line = { parts: facePartsOn(withoutTwins(orderTrail(members).parts, gapM), gapM), missingWays }
    this.#lines.set(relationId, line)
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

function boxAround(line: readonly (readonly LonLat[])[]): Box {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const part of line) {
    for (const [lon, lat] of part) {
      box[0] = Math.min(box[0], lon)
      box[1] = Math.min(box[1], lat)
      box[2] = Math.max(box[2], lon)
      box[3] = Math.max(box[3], lat)
    }
  }
  return box
}
