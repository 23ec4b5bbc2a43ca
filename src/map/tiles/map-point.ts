// Layers `pois` and `places`: the zoom from which a point is shown depends on how much it matters outdoors. Peaks are
// ranked by prominence. Elevations are as tagged: absent is unknown.

import { isBivouac } from '../../osm/poi-kinds.ts'
import { parseElevationM, parsePopulation } from '../../places/parse-measure.ts'
import type { Tags } from '../../osm/tags.ts'
import { firstValue, isYes, namesOf, type MappedFeature } from './feature-mapping.ts'

/** Prominence in metres from which a named peak is shown at zoom 8, 9, 10, 11, 12. */
const PEAK_STEPS_M = [1000, 600, 300, 150, 60]

export interface Standing {
  /** metres that a peak rises above its surroundings, null if unknown */
  prominenceM: number | null
}

/** A peak, hut, spring, ...; returns null for anything else. `standing`: for named peaks. */
export function mapPoi(tags: Tags, standing: Standing | undefined): MappedFeature | null {
  if (isYes(tags, 'disused') || isYes(tags, 'abandoned')) return null
  const found = findKind(tags)
  if (found === null) return null
  const [kind, detail, zoom] = found
  const isNamed = tags.has('name')
  const isSummit = kind === 'peak' || kind === 'volcano'
  const minZoom = isSummit ? peakZoom(isNamed, standing) : !isNamed && kind === 'saddle' ? 14 : zoom
  const rank = isSummit ? 1000 - Math.min(999, Math.round(standing?.prominenceM ?? 0)) : kind === 'hut' ? 400 : 1000
  return {
    layer: 'pois',
    geometry: 'point',
    minZoom,
    sort: minZoom * 10_000 + rank,
    attributes: [
      ['kind', kind],
      ['kind_detail', detail],
      ['min_zoom', minZoom],
      ['sort_rank', rank],
      ...namesOf(tags),
      ['elevation', parseElevationM(tags.get('ele'))],
      ['ref', kind === 'information' || kind === 'bus_stop' ? firstValue(tags, 'ref') : undefined, 14],
      ['access', ['private', 'no'].includes(tags.get('access') ?? '') ? tags.get('access') : undefined],
      ['intermittent', isYes(tags, 'intermittent') || undefined],
      [
        'drinking_water',
        kind === 'spring' && ['yes', 'no'].includes(tags.get('drinking_water') ?? '')
          ? tags.get('drinking_water')
          : undefined,
      ],
    ],
  }
}

function peakZoom(isNamed: boolean, standing: Standing | undefined): number {
  if (!isNamed) return 14
  const prominenceM = standing?.prominenceM ?? null
  if (prominenceM === null) return 12
  const step = PEAK_STEPS_M.findIndex((least) => prominenceM >= least)
  return step < 0 ? 13 : 8 + step
}

type Found = [kind: string, detail: string | undefined, minZoom: number]

const SIMPLE: [key: string, values: Record<string, [kind: string, minZoom: number]>][] = [
  [
    'tourism',
    {
      alpine_hut: ['hut', 11],
      camp_site: ['camp_site', 13],
      viewpoint: ['viewpoint', 13],
      picnic_site: ['picnic_site', 14],
      hotel: ['hotel', 14],
      guest_house: ['guest_house', 14],
      hostel: ['hostel', 14],
      motel: ['hotel', 14],
      museum: ['museum', 14],
      attraction: ['attraction', 14],
      artwork: ['artwork', 14],
      zoo: ['zoo', 13],
      caravan_site: ['caravan_site', 14],
    },
  ],
  [
    'natural',
    {
      peak: ['peak', 12],
      volcano: ['volcano', 12],
      saddle: ['saddle', 12],
      spring: ['spring', 13],
      hot_spring: ['spring', 13],
      cave_entrance: ['cave_entrance', 13],
      beach: ['beach', 13],
      glacier: ['glacier', 12],
      arch: ['arch', 14],
      geyser: ['geyser', 13],
      cape: ['cape', 12],
    },
  ],
  ['mountain_pass', { yes: ['saddle', 11] }],
  ['waterway', { waterfall: ['waterfall', 12] }],
  ['aerialway', { station: ['aerialway_station', 13] }],
  ['railway', { station: ['station', 12], halt: ['station', 13], tram_stop: ['station', 14] }],
  [
    'amenity',
    {
      drinking_water: ['drinking_water', 14],
      parking: ['parking', 14],
      bus_station: ['bus_stop', 14],
      toilets: ['toilets', 14],
      restaurant: ['restaurant', 14],
      cafe: ['cafe', 14],
      bar: ['bar', 14],
      pub: ['pub', 14],
      biergarten: ['biergarten', 14],
      fast_food: ['fast_food', 14],
      hospital: ['hospital', 13],
      pharmacy: ['pharmacy', 14],
      post_office: ['post_office', 14],
      townhall: ['townhall', 14],
      school: ['school', 14],
      university: ['university', 13],
      library: ['library', 14],
      place_of_worship: ['place_of_worship', 14],
      monastery: ['monastery', 13],
      theatre: ['theatre', 14],
      ferry_terminal: ['ferry_terminal', 12],
      fountain: ['fountain', 14],
      bank: ['bank', 14],
      fuel: ['fuel', 14],
      bench: ['bench', 14],
      bicycle_rental: ['bicycle_rental', 14],
    },
  ],
  ['highway', { bus_stop: ['bus_stop', 14], trailhead: ['trailhead', 13] }],
  [
    'historic',
    {
      castle: ['castle', 13],
      fort: ['castle', 13],
      ruins: ['ruins', 14],
      monument: ['monument', 14],
      memorial: ['memorial', 14],
      wayside_cross: ['wayside_cross', 14],
      wayside_shrine: ['wayside_shrine', 14],
      archaeological_site: ['archaeological_site', 14],
      tower: ['tower', 14],
    },
  ],
  [
    'man_made',
    { tower: ['tower', 14], lighthouse: ['lighthouse', 12], cross: ['cross', 14], water_tap: ['water_tap', 14] },
  ],
  [
    'leisure',
    {
      park: ['park', 13],
      garden: ['garden', 14],
      nature_reserve: ['nature_reserve', 11],
      stadium: ['stadium', 13],
      golf_course: ['golf_course', 13],
      marina: ['marina', 13],
      playground: ['playground', 14],
      picnic_table: ['picnic_table', 14],
    },
  ],
  ['boundary', { national_park: ['national_park', 9], protected_area: ['protected_area', 11] }],
  [
    'shop',
    {
      supermarket: ['supermarket', 14],
      convenience: ['convenience', 14],
      bakery: ['bakery', 14],
      sports: ['sports', 14],
      outdoor: ['outdoor', 14],
    },
  ],
  ['aeroway', { aerodrome: ['aerodrome', 10], helipad: ['helipad', 14] }],
]
/** Kinds that are drawn only with a name. */
const NEED_NAME = new Set([
  'park',
  'garden',
  'nature_reserve',
  'protected_area',
  'national_park',
  'beach',
  'glacier',
  'school',
  'playground',
  'cape',
  'attraction',
  'arch',
  'forest',
  'place_of_worship',
  'golf_course',
  'stadium',
])

/** Keys that findKind uses. */
export const POI_KEYS = ['place', 'information', ...SIMPLE.map(([key]) => key)]

function findKind(tags: Tags): Found | null {
  const shelterType = tags.get('shelter_type')
  if (tags.get('tourism') === 'wilderness_hut' || isBivouac(tags))
    return ['wilderness_hut', shelterType, tags.has('name') ? 12 : 13]
  if (tags.get('amenity') === 'shelter') return shelterType === 'public_transport' ? null : ['shelter', shelterType, 13]
  if (tags.get('tourism') === 'information') {
    const detail = tags.get('information')
    return ['information', detail, detail === 'office' || detail === 'visitor_centre' ? 13 : 14]
  }
  if (
    tags.get('drinking_water') === 'yes' &&
    (tags.get('amenity') === 'fountain' ||
      tags.get('amenity') === 'water_point' ||
      tags.get('man_made') === 'water_tap')
  )
    return ['drinking_water', undefined, 14]
  for (const [key, values] of SIMPLE) {
    const value = tags.get(key)
    if (value === undefined || !Object.hasOwn(values, value)) continue
    const [kind, minZoom] = values[value]
    if (NEED_NAME.has(kind) && !tags.has('name')) continue
    return [kind, kind === value ? undefined : value, minZoom]
  }
  const natural = tags.get('natural')
  if ((natural === 'wood' || tags.get('landuse') === 'forest') && tags.has('name')) return ['forest', undefined, 12]
  return null
}

interface PlaceKind {
  kind: string
  minZoom: number
  maxZoom?: number
  /** population assumed to rank a place of unknown population; never written */
  people: number
}

const PLACES = new Map<string, PlaceKind>([
  ['country', { kind: 'country', minZoom: 2, maxZoom: 8, people: 0 }],
  ['state', { kind: 'region', minZoom: 6, maxZoom: 10, people: 0 }],
  ['province', { kind: 'region', minZoom: 6, maxZoom: 10, people: 0 }],
  ['city', { kind: 'locality', minZoom: 6, people: 50_000 }],
  ['town', { kind: 'locality', minZoom: 8, people: 10_000 }],
  ['village', { kind: 'locality', minZoom: 10, people: 2000 }],
  ['hamlet', { kind: 'locality', minZoom: 12, people: 200 }],
  ['isolated_dwelling', { kind: 'locality', minZoom: 13, people: 50 }],
  ['farm', { kind: 'locality', minZoom: 13, people: 50 }],
  ['locality', { kind: 'locality', minZoom: 13, people: 0 }],
  ['suburb', { kind: 'neighbourhood', minZoom: 12, people: 0 }],
  ['quarter', { kind: 'macrohood', minZoom: 12, people: 0 }],
  ['neighbourhood', { kind: 'neighbourhood', minZoom: 13, people: 0 }],
])
const POPULATION_STEPS = [
  0, 200, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000, 5_000_000, 10_000_000,
  20_000_000, 50_000_000, 100_000_000, 1_000_000_000,
]

/**
 * Layer `places`, and islands in `earth`: the zoom from which a place is shown depends on its population; without a
 * figure it gets the zoom of its kind. A town, village, island; returns null for anything else or without a name.
 */
export function mapPlace(tags: Tags): MappedFeature | null {
  const place = tags.get('place')
  if (place === undefined || !tags.has('name')) return null
  if (place === 'island' || place === 'islet')
    return {
      layer: 'earth',
      geometry: 'point',
      minZoom: place === 'island' ? 8 : 12,
      sort: 3,
      attributes: [['kind', 'island'], ['kind_detail', place], ...namesOf(tags)],
    }
  const known = PLACES.get(place)
  if (known === undefined) return null
  const population = parsePopulation(tags.get('population'))
  const rank = rankOf(population ?? known.people)
  const isCapital = isYes(tags, 'capital')
  const earlier =
    known.kind === 'locality'
      ? (isCapital ? 2 : 0) + (population !== null && population >= 4 * Math.max(known.people, 500) ? 1 : 0)
      : 0
  const minZoom = Math.max(2, known.minZoom - earlier)
  return {
    layer: 'places',
    geometry: 'point',
    minZoom,
    maxZoom: known.maxZoom,
    sort: minZoom * 100 - rank,
    attributes: [
      ['kind', known.kind],
      ['kind_detail', place],
      ['min_zoom', minZoom],
      ['sort_rank', 1],
      ['population', population],
      ['population_rank', rank],
      ['capital', tags.get('capital') === 'yes' || tags.get('capital') === '2' ? 'yes' : undefined],
      ['sort_key', minZoom * 100 - rank],
      ['elevation', parseElevationM(tags.get('ele'))],
      ...namesOf(tags),
    ],
  }
}

function rankOf(people: number): number {
  let rank = 0
  POPULATION_STEPS.forEach((least, i) => (rank = people >= least ? i + 1 : rank))
  return rank
}
