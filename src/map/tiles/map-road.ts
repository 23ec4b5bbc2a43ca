// Layer `roads`: streets, paths, railways, ferries, lifts, runways and piers, named as in Protomaps, with additions for
// walkers: SAC grade (1..6, absent: untagged), visibility and surface as tagged. An untagged value is left out, never
// derived.

import { isViaFerrata, sacGrade } from '../../osm/grades.ts'
import { SAC_VIA_FERRATA } from '../../osm/edge-facts.ts'
import type { Tags } from '../../osm/tags.ts'
import type { Attribute } from './attribute-table.ts'
import { firstValue, isYes, namesOf, wholeNumber, type MappedFeature } from './feature-mapping.ts'

interface RoadKind {
  kind: string
  minZoom: number
  /** zoom from which its name is written */
  nameZoom: number
  rank: number
}

const ROADS = new Map<string, RoadKind>([
  ['motorway', { kind: 'highway', minZoom: 3, nameZoom: 11, rank: 490 }],
  ['trunk', { kind: 'major_road', minZoom: 6, nameZoom: 11, rank: 480 }],
  ['primary', { kind: 'major_road', minZoom: 7, nameZoom: 11, rank: 470 }],
  ['secondary', { kind: 'major_road', minZoom: 9, nameZoom: 12, rank: 460 }],
  ['tertiary', { kind: 'major_road', minZoom: 9, nameZoom: 12, rank: 450 }],
  ...['motorway_link', 'trunk_link', 'primary_link', 'secondary_link', 'tertiary_link'].map(
    (highway, i): [string, RoadKind] => [
      highway,
      { kind: i === 0 ? 'highway' : 'major_road', minZoom: 11, nameZoom: 13, rank: 440 - i },
    ],
  ),
  ['unclassified', { kind: 'minor_road', minZoom: 11, nameZoom: 13, rank: 430 }],
  ['residential', { kind: 'minor_road', minZoom: 12, nameZoom: 13, rank: 425 }],
  ['living_street', { kind: 'minor_road', minZoom: 12, nameZoom: 13, rank: 424 }],
  ['road', { kind: 'minor_road', minZoom: 12, nameZoom: 13, rank: 423 }],
  ['busway', { kind: 'minor_road', minZoom: 13, nameZoom: 14, rank: 422 }],
  ['raceway', { kind: 'minor_road', minZoom: 13, nameZoom: 14, rank: 421 }],
  ['service', { kind: 'minor_road', minZoom: 13, nameZoom: 14, rank: 410 }],
  ['pedestrian', { kind: 'path', minZoom: 12, nameZoom: 13, rank: 400 }],
  ['track', { kind: 'path', minZoom: 12, nameZoom: 13, rank: 390 }],
  ['path', { kind: 'path', minZoom: 12, nameZoom: 13, rank: 385 }],
  ['via_ferrata', { kind: 'path', minZoom: 12, nameZoom: 13, rank: 386 }],
  ['bridleway', { kind: 'path', minZoom: 12, nameZoom: 13, rank: 384 }],
  ['cycleway', { kind: 'path', minZoom: 12, nameZoom: 13, rank: 383 }],
  ['footway', { kind: 'path', minZoom: 13, nameZoom: 14, rank: 380 }],
  ['steps', { kind: 'path', minZoom: 13, nameZoom: 14, rank: 379 }],
  ['corridor', { kind: 'path', minZoom: 14, nameZoom: 14, rank: 370 }],
])
/** Footways of towns, drawn one zoom later than those in the hills. */
const TOWN_FOOTWAYS = new Set(['sidewalk', 'crossing', 'access_aisle', 'traffic_island'])
const RAILS = new Map([
  ['rail', 7],
  ['narrow_gauge', 8],
  ['funicular', 11],
  ['light_rail', 10],
  ['subway', 12],
  ['monorail', 12],
  ['preserved', 12],
  ['tram', 12],
])
const LIFTS = new Set([
  'cable_car',
  'gondola',
  'mixed_lift',
  'chair_lift',
  'drag_lift',
  't-bar',
  'j-bar',
  'platter',
  'rope_tow',
  'magic_carpet',
  'goods',
  'zip_line',
])

/** Returns null for a way that does not belong to the layer. */
export function mapRoad(tags: Tags): MappedFeature | null {
  const highway = tags.get('highway')
  if (highway !== undefined && tags.get('area') !== 'yes') return draftHighway(tags, highway)
  const railway = tags.get('railway')
  if (railway !== undefined && RAILS.has(railway)) {
    const isSiding = tags.has('service')
    return draftOther(tags, 'rail', railway, isSiding ? 13 : RAILS.get(railway)!, isSiding ? 350 : 360, [
      'service',
      tags.get('service'),
      13,
    ])
  }
  const aerialway = tags.get('aerialway')
  if (aerialway !== undefined && LIFTS.has(aerialway))
    return draftOther(tags, 'aerialway', aerialway, aerialway === 'cable_car' || aerialway === 'gondola' ? 11 : 12, 495)
  if (tags.get('route') === 'ferry') return draftOther(tags, 'ferry', 'ferry', 9, 300)
  const aeroway = tags.get('aeroway')
  if ((aeroway === 'runway' || aeroway === 'taxiway') && tags.get('area') !== 'yes')
    return draftOther(tags, 'aeroway', aeroway, aeroway === 'runway' ? 9 : 12, 310)
  if (tags.get('man_made') === 'pier' && tags.get('area') !== 'yes') return draftOther(tags, 'path', 'pier', 13, 375)
  return null
}

function draftHighway(tags: Tags, highway: string): MappedFeature | null {
  const road = ROADS.get(highway)
  if (road === undefined) return null
  const isTownFootway = TOWN_FOOTWAYS.has(tags.get('footway') ?? '')
  const grade = sacGrade(tags)
  const isPath = road.kind === 'path'
  const ref = firstValue(tags, 'ref')?.replaceAll(/\s+/g, ' ')
  const attributes: Attribute[] = [
    ['kind', road.kind],
    ['kind_detail', highway],
    ['highway', highway],
    ['is_link', highway.endsWith('_link') || undefined],
    ...crossings(tags),
    ['sort_rank', road.rank],
    ['min_zoom', road.minZoom],
    ...(isPath ? [] : namesOf(tags, road.nameZoom)),
    ['ref', ref, isPath ? 13 : road.minZoom],
    ['shield_text', isPath ? undefined : ref?.replaceAll(' ', ''), Math.max(8, road.minZoom)],
    ['network', isPath || ref === undefined ? undefined : 'other', Math.max(8, road.minZoom)],
    ['oneway', tags.get('oneway') === 'yes' ? 'yes' : tags.get('oneway') === '-1' ? '-1' : undefined, 14],
    ['access', ['no', 'private'].includes(tags.get('access') ?? '') ? tags.get('access') : undefined, 13],
    ['service', highway === 'service' ? tags.get('service') : undefined, 13],
    ['footway', isTownFootway ? tags.get('footway') : undefined, 14],
    ['surface', firstValue(tags, 'surface'), 13],
  ]
  if (isPath) {
    attributes.push(
      ...namesOf(tags, road.nameZoom),
      ['sac_scale', grade > 0 && grade < SAC_VIA_FERRATA ? grade : undefined],
      ['trail_visibility', firstValue(tags, 'trail_visibility')],
      ['tracktype', firstValue(tags, 'tracktype')],
      ['via_ferrata', isViaFerrata(tags) || undefined],
      [
        'assisted',
        isYes(tags, 'assisted_trail') ||
          isYes(tags, 'ladder') ||
          isYes(tags, 'rungs') ||
          isYes(tags, 'safety_rope') ||
          undefined,
      ],
      ['mtb_scale', firstValue(tags, 'mtb:scale'), 13],
    )
  } else if (tags.has('tracktype')) attributes.push(['tracktype', firstValue(tags, 'tracktype'), 13])
  return {
    layer: 'roads',
    geometry: 'line',
    minZoom: isTownFootway ? 14 : grade > 0 ? Math.min(12, road.minZoom) : road.minZoom,
    sort: road.rank,
    attributes,
  }
}

function draftOther(
  tags: Tags,
  kind: string,
  detail: string,
  minZoom: number,
  rank: number,
  ...more: Attribute[]
): MappedFeature {
  return {
    layer: 'roads',
    geometry: 'line',
    minZoom,
    sort: rank,
    attributes: [
      ['kind', kind],
      ['kind_detail', detail],
      ...crossings(tags),
      ['sort_rank', rank],
      ['min_zoom', minZoom],
      ...namesOf(tags, Math.max(minZoom, 12)),
      ['ref', firstValue(tags, 'ref'), 12],
      ...more,
    ],
  }
}

/** Attributes for bridges, tunnels and levels. */
function crossings(tags: Tags): Attribute[] {
  const level = wholeNumber(tags.get('layer'))
  return [
    ['is_bridge', isYes(tags, 'bridge') || undefined, 12],
    ['is_tunnel', isYes(tags, 'tunnel') || undefined, 12],
    ['layer', level === 0 ? undefined : level, 13],
  ]
}
