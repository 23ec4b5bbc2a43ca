// Which ways belong to the network, and their kind: by `highway`, `route=ferry`, piers and platforms. Says nothing
// about access (way-access.ts). Ways not listed here are left out, and counted.

import type { WayKind } from './edge-facts.ts'
import type { Tags } from './tags.ts'

export interface WayClass {
  /** the highway value, or `ferry`, `pier`, `platform` */
  highway: string
  kind: WayKind
}

const KIND_OF_HIGHWAY = new Map<string, WayKind>([
  ...[
    'motorway',
    'motorway_link',
    'trunk',
    'trunk_link',
    'primary',
    'primary_link',
    'secondary',
    'secondary_link',
    'tertiary',
    'tertiary_link',
    'road',
  ].map((highway) => [highway, 'road'] as const),
  ...['unclassified', 'residential', 'living_street', 'service'].map((highway) => [highway, 'street'] as const),
  ['track', 'track'],
  ...['path', 'bridleway', 'via_ferrata'].map((highway) => [highway, 'path'] as const),
  ...['footway', 'pedestrian'].map((highway) => [highway, 'footway'] as const),
  ['steps', 'steps'],
  ['escalator', 'steps'],
  ['cycleway', 'cycleway'],
  ['platform', 'other'],
])

/** Kind of a way of the network; returns null if it does not belong to it. */
export function findWayClass(tags: Tags): WayClass | null {
  const highway = tags.get('highway')
  if (highway !== undefined) {
    const kind = KIND_OF_HIGHWAY.get(highway)
    if (kind !== undefined) return { highway, kind }
  }
  if (tags.get('route') === 'ferry') return { highway: 'ferry', kind: 'ferry' }
  if (highway !== undefined) return null
  if (tags.get('man_made') === 'pier') return { highway: 'pier', kind: 'other' }
  if (tags.get('railway') === 'platform' || tags.get('public_transport') === 'platform')
    return { highway: 'platform', kind: 'other' }
  return null
}

/** Motorways, trunk roads and ways tagged `motorroad`: closed on foot unless tagged open. */
export function isMotorRoad(highway: string, tags: Tags): boolean {
  return /^(motorway|trunk)(_link)?$/.test(highway) || tags.get('motorroad') === 'yes'
}
