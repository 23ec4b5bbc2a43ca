// Where areas lie: a point inside each object that is an area or a way, and the administrative and protected areas that
// are whole in the data. One that is cut off at the edge of the data is named, never closed by a straight line.

import type { IgnoredCounts } from '../graph/build/ignored-counts.ts'
import { NO_COORDINATE_E7 } from '../osm/read-pbf.ts'
import type { Tags } from '../osm/tags.ts'
import { adminLevelOf } from './admin-level.ts'
import { joinRings } from './area-rings.ts'
import { Area } from './area.ts'
import type { ObjectCollector } from './collect-objects.ts'
import { findPlaceKinds } from './place-kinds.ts'
import { toPlaceId } from './place-id.ts'
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
    if (point !== null) [objects.lonE7.array[index], objects.latE7.array[index]] = point
    else ignored.add('relation', 'an area of a place that does not close')
  }
  for (let i = 0; i < objects.count; i++) {
    const { id, osmType, osmId } = objects.identify(i)
    if (osmType !== 'way') continue
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
    objects.lonE7.array[i] = point[0]
    objects.latE7.array[i] = point[1]
  }
  cut.sort((a, b) => (a.adminLevel ?? Infinity) - (b.adminLevel ?? Infinity) || (a.name < b.name ? -1 : 1))
  return { whole, cutNames: [...new Set(cut.map(({ name }) => name))] }
}

/** The nodes of a way that are in the data; null where the way itself is not. */
function lineOf({ siteLonE7, wayIds, wayKnown, wayStart, wayEnd, refs }: ObjectCollector, osmId: number): Line | null {
  const way = wayIds.find(osmId)
  if (way < 0 || wayKnown.array[way] === 0) return null
  const all = Array.from(refs.array.subarray(wayStart.array[way], wayEnd.array[way]))
  const sites = all.filter((site) => siteLonE7[site] !== NO_COORDINATE_E7)
  return { sites, isWhole: sites.length === all.length }
}

function areaOf({ siteLonE7, siteLatE7 }: ObjectCollector, lines: readonly Line[]) {
  const { rings, openCount } = joinRings(lines.map(({ sites }) => sites))
  if (rings.length === 0) return { area: null, openCount }
  const positions = rings.map((ring) => Float64Array.from(ring.flatMap((site) => [siteLonE7[site], siteLatE7[site]])))
  return { area: new Area(positions), openCount }
}
