// Outlines of places: the rings of an area that is whole in the data and not as small as a building, and the ways of a
// named line. Nothing is closed or joined by a straight line.

import { WideningBox } from '../geo/split-box.ts'
import { type Box, distanceM, type LonLat } from '../geo/lon-lat.ts'
import { joinRings } from './area.ts'
import type { PlaceOutline } from './catalogue-rows.ts'
import type { ObjectCollector } from './collect-objects.ts'
import { lineOf } from './locate-areas.ts'
import { fromPlaceId } from './place-id.ts'

/** A smaller area is no more than a point on a map. */
const LEAST_M = 100

/** Null for a point, an open way, a small area, or one that the data cuts. */
export function areaOutline(found: ObjectCollector, id: number): PlaceOutline | null {
  const lines = waysOf(found, id)
  if (lines === null || lines.some((line) => line === null || !line.isWhole)) return null
  const { rings, openCount } = joinRings(lines.map((line) => line!.sites))
  if (rings.length === 0 || openCount > 0) return null
  const outline = { isArea: true, parts: rings.map((ring) => positionsOf(found, ring)) }
  const [west, south, east, north] = boxOfOutline(outline)
  return distanceM(west, south, east, north) < LEAST_M ? null : outline
}

/** The ways of a line, or of several that are one. */
export function lineOutline(found: ObjectCollector, ids: readonly number[]): PlaceOutline {
  const parts = ids.flatMap((id) => waysOf(found, id) ?? []).flatMap((line) => (line === null ? [] : [line.sites]))
  return { isArea: false, parts: parts.filter((sites) => sites.length > 1).map((sites) => positionsOf(found, sites)) }
}

/** The nodes of each way of an object that are in the data; null for a node. */
export function waysOf(found: ObjectCollector, id: number): ReturnType<typeof lineOf>[] | null {
  const { osmType, osmId } = fromPlaceId(id)!
  if (osmType === 'way') return [lineOf(found, osmId)]
  const index = osmType === 'relation' ? found.areas.ids.find(osmId) : -1
  if (index < 0) return null
  const lines: ReturnType<typeof lineOf>[] = []
  found.areas.eachMember(index, (_isWay, way) => lines.push(lineOf(found, way)))
  return lines
}

export function boxOfOutline({ parts }: PlaceOutline): Box {
  const around = new WideningBox()
  for (const part of parts) for (const [lon, lat] of part) around.add(lon, lat)
  return around.box()
}

const positionsOf = ({ siteLonE7, siteLatE7 }: ObjectCollector, sites: readonly number[]): LonLat[] =>
  sites.map((site) => [siteLonE7[site] / 1e7, siteLatE7[site] / 1e7])
