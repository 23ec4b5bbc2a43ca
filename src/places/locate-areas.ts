// Where areas lie: a point inside each object that is an area or a way, and the administrative and protected areas that
// are whole in the data. One that is cut off at the edge of the data is named, never closed by a straight line.

import { SEAM_E7, splitRing } from '../geo/split-at-antimeridian.ts'
import type { IgnoredCounts } from '../graph/build/ignored-counts.ts'
import { NO_COORDINATE_E7 } from '../osm/read-pbf.ts'
import type { Tags } from '../osm/tags.ts'
import { joinRings, Area } from './area.ts'
import type { ObjectCollector } from './collect-objects.ts'
import { adminLevelOf, findPlaceKinds, isLineKind } from '../osm/place-kinds.ts'
import { toPlaceId } from './place-id.ts'
import { findPoiKinds } from '../osm/poi-kinds.ts'
import { readNames } from './read-names.ts'

/** An administrative or protected area with a name whose border is whole. */
export interface FoundArea {
  id: number
  name: string
  /** null for a protected area */
  adminLevel: number | null
  area: Area
}

interface Line {
  sites: number[]
  /** every node of it is in the data */
  isWhole: boolean
}

/** Sets the positions of `found.objects`. `cutNames`: the largest administrative areas first. */
export function locateAreas(
  found: ObjectCollector,
  ignored: IgnoredCounts,
): { whole: FoundArea[]; cutNames: string[] } {
  const { objects } = found
  const whole: FoundArea[] = []
  const cut: Omit<FoundArea, 'area'>[] = []
  const sort = (id: number, tags: Tags, area: Area | null): void => {
    const adminLevel = adminLevelOf(tags)
    const { name } = readNames(tags)
    if (name === null || (adminLevel === null && !findPlaceKinds(tags).includes('park'))) return
    if (area === null) cut.push({ id, name, adminLevel })
    else whole.push({ id, name, adminLevel, area })
  }

  const twins = new Set<number>()
  for (let a = 0; a < found.areas.count; a++) {
    const lines: (Line | null)[] = []
    found.areas.eachMember(a, (_isWay, osmId) => lines.push(lineOf(found, osmId)))
    const known = lines.filter((line) => line !== null)
    const { area, openCount } = areaOf(found, known)
    const isWhole = openCount === 0 && known.length === lines.length && known.every((line) => line.isWhole)
    const id = toPlaceId('relation', found.areas.ids.idOf(a))
    sort(id, found.areas.tagsOf(a), isWhole ? area : null)
    const index = objects.ids.find(id)
    if (index < 0) continue
    // in a broken area, the rings that do close can still contain a point
    const point = area?.findPointInside() ?? null
    if (point !== null) {
      ;[objects.lonE7.array[index], objects.latE7.array[index]] = point
      for (const twin of twinsOf(found, a, index)) twins.add(twin)
    } else ignored.add('relation', 'an area of a place that does not close')
  }
  for (let i = 0; i < objects.count; i++) {
    const { id, osmType, osmId } = objects.identify(i)
    if (osmType !== 'way' || twins.has(i)) continue
    const line = lineOf(found, osmId)
    if (line === null || line.sites.length === 0) {
      ignored.add('way', 'a place whose nodes are not in the data')
      continue
    }
    const { sites } = line
    const isRing = sites.length >= 4 && sites[0] === sites[sites.length - 1]
    const area = isRing ? areaOf(found, [line]).area : null
    if (area !== null) sort(id, objects.tagsOf(i), line.isWhole ? area : null)
    const middle = sites[sites.length >> 1]
    const point = area?.findPointInside() ?? [found.siteLonE7[middle], found.siteLatE7[middle]]
    // the end of a street may lie in another town
    if (sites.length === 2 && isLineKind(findPlaceKinds(objects.tagsOf(i))[0])) {
      point[0] = Math.round((point[0] + found.siteLonE7[sites[0]]) / 2)
      point[1] = Math.round((point[1] + found.siteLatE7[sites[0]]) / 2)
    }
    objects.lonE7.array[i] = point[0]
    objects.latE7.array[i] = point[1]
  }
  cut.sort((a, b) => (a.adminLevel ?? Infinity) - (b.adminLevel ?? Infinity) || (a.name < b.name ? -1 : 1))
  return { whole, cutNames: [...new Set(cut.map(({ name }) => name))] }
}

/** Outlines of an area that are the same place: of its name, and of a kind that it has. They get no position. */
function twinsOf(found: ObjectCollector, area: number, object: number): number[] {
  const { areas, objects } = found
  const tags = objects.tagsOf(object)
  const { name } = readNames(tags)
  const kinds: string[] = [...findPlaceKinds(tags), ...findPoiKinds(tags)]
  const twins: number[] = []
  areas.eachMember(area, (_isWay, osmId) => {
    const index = objects.ids.find(toPlaceId('way', osmId))
    if (index < 0) return
    const other = objects.tagsOf(index)
    const isKin = [...findPlaceKinds(other), ...findPoiKinds(other)].some((kind) => kinds.includes(kind))
    if (isKin && readNames(other).name === name) twins.push(index)
  })
  return twins
}

/** The nodes of a way that are in the data; null where the way itself is not. */
export function lineOf(
  { siteLonE7, wayIds, wayKnown, wayStart, wayEnd, refs }: ObjectCollector,
  osmId: number,
): Line | null {
  const way = wayIds.find(osmId)
  if (way < 0 || wayKnown.array[way] === 0) return null
  const all = Array.from(refs.array.subarray(wayStart.array[way], wayEnd.array[way]))
  const sites = all.filter((site) => siteLonE7[site] !== NO_COORDINATE_E7)
  return { sites, isWhole: sites.length === all.length }
}

function areaOf({ siteLonE7, siteLatE7 }: ObjectCollector, lines: readonly Line[]) {
  const { rings, openCount } = joinRings(lines.map(({ sites }) => sites))
  if (rings.length === 0) return { area: null, openCount }
  const positions = rings.flatMap((ring) =>
    splitRing(Float64Array.from(ring.flatMap((site) => [siteLonE7[site], siteLatE7[site]])), SEAM_E7),
  )
  return { area: new Area(positions), openCount }
}
