// An area of the map that this browser keeps, as page and service worker both read it. Its files are in a cache of its
// own under their addresses; pieces of archives are there under the archive's address with `?piece=OFFSET-LENGTH`.

import { holdsPoint, type LonLat } from '../../geo/lon-lat.ts'
import { boxOnMap } from '../line/run-on.ts'
import type { KeptPiece } from './byte-ranges.ts'

export const AREA_CACHE = 'waypost-area-'
/** Where an area's cache has what follows, as JSON. */
export const AREA_ADDRESS = '/kept/area.json'

/** The query parameter, with the name of an area, that selects the manifest kept with that area. */
export const KEPT_WITH = 'kept-with'

export interface KeptArea {
  id: string
  name: string
  box: [number, number, number, number]
  /** ISO time at which it was kept */
  at: string
  bytes: number
  /** version of the basemap: another one is served when the map was renewed */
  mapVersion: string
  /** pieces by the address of the archive */
  archives: Record<string, { etag: string | null; sizeBytes: number | null; pieces: KeptPiece[] }>
}

export function pieceAddress(archive: string, [offset, length]: KeptPiece): string {
  return `${archive}?piece=${offset}-${length}`
}

/** The areas kept, the newest first; none where the browser keeps nothing for this page. */
export async function listAreas(): Promise<KeptArea[]> {
  if (typeof caches === 'undefined') return []
  const names = (await caches.keys()).filter((name) => name.startsWith(AREA_CACHE))
  const areas = await Promise.all(
    names.map(async (name) => {
      const found = await (await caches.open(name)).match(AREA_ADDRESS)
      return found === undefined ? null : ((await found.json()) as KeptArea)
    }),
  )
  return areas.filter((area) => area !== null).sort((a, b) => (a.at < b.at ? 1 : -1))
}

/**
 * The newest area that has the map of the one that a place lies in, or of the newest where it lies in none; null where
 * no area is kept. `areas`: the newest first.
 */
export function areaWithMapAt(areas: readonly KeptArea[], [lon, lat]: LonLat): string | null {
  const here =
    areas.find(({ box }) => [lon - 360, lon, lon + 360].some((one) => holdsPoint(boxOnMap(box), one, lat))) ?? areas[0]
  return areas.find((area) => mapOf(area) === mapOf(here))?.id ?? null
}

/** An import gives its archives new addresses. */
function mapOf({ archives }: KeptArea): string {
  return Object.keys(archives).sort().join(' ')
}
