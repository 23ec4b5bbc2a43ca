// The surface of a way in the buckets of the interface (paved, gravel, trail, unknown), and its source: `surface`, else
// `tracktype`, else the default of the way's class. An unrecognised value stays unknown; it is not replaced by a guess.

import type { SurfaceKind } from '../travel/surfaces.ts'
import { type SurfaceSource, SMOOTHNESSES, type Smoothness } from './edge-facts.ts'
import { listValues, type Tags } from './tags.ts'
import type { WayClass } from './way-class.ts'

export interface Surface {
  kind: SurfaceKind
  source: SurfaceSource
  /** the tag it comes from, null for a class default */
  tag: string | null
}

const VALUES: Record<Exclude<SurfaceKind, 'unknown'>, string[]> = {
  paved: [
    'paved',
    'asphalt',
    'concrete',
    'concrete:plates',
    'concrete:lanes',
    'paving_stones',
    'paving_stones:lanes',
    'sett',
    'cobblestone',
    'cobblestone:flattened',
    'unhewn_cobblestone',
    'brick',
    'bricks',
    'metal',
    'metal_grid',
    'wood',
    'chipseal',
    'tartan',
    'rubber',
    'plastic',
    'tiles',
    'acrylic',
    'asphalt:lanes',
    'grid',
  ],
  gravel: [
    'gravel',
    'fine_gravel',
    'compacted',
    'pebblestone',
    'grass_paver',
    'shells',
    'crushed_limestone',
    'cinder',
    'unpaved',
  ],
  trail: [
    'ground',
    'dirt',
    'earth',
    'soil',
    'clay',
    'grass',
    'mud',
    'sand',
    'rock',
    'rocks',
    'stone',
    'stones',
    'bare_rock',
    'scree',
    'woodchips',
    'snow',
    'ice',
    'salt',
    'roots',
    'dirt/sand',
    'stepping_stones',
    'trail',
  ],
}
const KIND_OF_SURFACE = new Map(
  Object.entries(VALUES).flatMap(([kind, values]) => values.map((value) => [value, kind as SurfaceKind] as const)),
)
const KIND_OF_TRACKTYPE = new Map<string, SurfaceKind>([
  ['grade1', 'paved'],
  ['grade2', 'gravel'],
  ['grade3', 'gravel'],
  ['grade4', 'trail'],
  ['grade5', 'trail'],
])
const KIND_OF_CLASS = new Map<string, SurfaceKind>([
  ...['motorway', 'trunk', 'primary', 'secondary', 'tertiary'].flatMap(
    (highway) =>
      [
        [highway, 'paved'],
        [`${highway}_link`, 'paved'],
      ] as const,
  ),
  ...['unclassified', 'residential', 'living_street', 'service', 'pedestrian', 'footway', 'cycleway', 'platform'].map(
    (highway) => [highway, 'paved'] as const,
  ),
  ['track', 'gravel'],
  ...['path', 'bridleway', 'via_ferrata'].map((highway) => [highway, 'trail'] as const),
])
const ROUGHNESS: Record<SurfaceKind, number> = { unknown: 0, paved: 1, gravel: 2, trail: 3 }

export function surfaceOf(tags: Tags, way: WayClass): Surface {
  const tag = tags.get('surface')
  if (tag !== undefined) {
    const kind = kindOfSurface(tag, way)
    if (kind !== 'unknown') return { kind, source: 'mapped', tag }
  }
  const tracktype = tags.get('tracktype')
  if (tracktype !== undefined) {
    const kind = KIND_OF_TRACKTYPE.get(tracktype)
    if (kind !== undefined) return { kind, source: 'mapped', tag: tracktype }
  }
  if (tag !== undefined) return { kind: 'unknown', source: 'mapped', tag }
  return { kind: KIND_OF_CLASS.get(way.highway) ?? 'unknown', source: 'class_default', tag: null }
}

/** In a list of values the roughest counts. `unpaved` is vague: trail on paths, gravel on roads and tracks. */
function kindOfSurface(tag: string, way: WayClass): SurfaceKind {
  let roughest: SurfaceKind = 'unknown'
  for (const value of listValues(tag)) {
    const kind =
      value === 'unpaved' && (way.kind === 'path' || way.kind === 'footway' || way.kind === 'steps')
        ? 'trail'
        : (KIND_OF_SURFACE.get(value) ?? KIND_OF_SURFACE.get(value.split(':')[0]))
    if (kind !== undefined && ROUGHNESS[kind] > ROUGHNESS[roughest]) roughest = kind
  }
  return roughest
}

/**
 * The `smoothness` of a way as tagged; in a list of values the worst counts. Which bicycles are ridden on it is decided
 * in src/routing/costs/pushing.ts; `impassable` (no wheeled vehicle passes) closes a way in way-access.ts. Index into
 * SMOOTHNESSES, 0 untagged or not a known value.
 */
export function smoothness(tags: Tags): number {
  return Math.max(0, ...listValues(tags.get('smoothness') ?? '').map((one) => SMOOTHNESSES.indexOf(one as Smoothness)))
}

export function isImpassable(tags: Tags): boolean {
  return SMOOTHNESSES[smoothness(tags)] === 'impassable'
}
