// Points with signs: peaks with their heights, passes, huts, water, stops. Earlier layers in the list give way to later
// ones, as MapLibre places the last layer first: peaks win over huts, and huts over springs. Among peaks the higher one
// wins; one of unknown height comes last and shows no height.

import type { ExpressionSpecification } from '@maplibre/maplibre-gl-style-spec'
import type { MapColours, MapMode } from './map-colours.ts'
import { toPictureName } from './sprite-icons.ts'
import {
  both,
  byZoom,
  choose,
  halo,
  isPoint,
  ITALIC,
  kindIs,
  LOCAL_NAME,
  MEDIUM,
  NAME_AND_HEIGHT,
  REGULAR,
  stepsByZoom,
  type StyleLayer,
} from './style-expressions.ts'

const POIS = { source: 'basemap', 'source-layer': 'pois' } as const

/** Kinds of the basemap -> picture, by the group they are shown with. */
export const POI_PICTURES = {
  peaks: { peak: 'peak', volcano: 'volcano', saddle: 'pass', mountain_pass: 'pass' },
  huts: { hut: 'hut', alpine_hut: 'hut', wilderness_hut: 'wilderness-hut' },
  shelters: {
    shelter: 'shelter',
    camp_site: 'campsite',
    caravan_site: 'campsite',
    viewpoint: 'viewpoint',
    cave_entrance: 'cave',
    waterfall: 'waterfall',
    castle: 'castle',
  },
  water: { spring: 'spring', drinking_water: 'drinking-water' },
  transport: {
    station: 'station',
    halt: 'station',
    aerialway_station: 'aerialway',
    bus_stop: 'bus-stop',
    tram_stop: 'station',
    ferry_terminal: 'ferry',
    parking: 'parking',
  },
  small: {
    information: 'information',
    picnic_site: 'picnic-site',
    restaurant: 'restaurant',
    toilets: 'toilets',
    place_of_worship: 'chapel',
  },
} as const

type Group = keyof typeof POI_PICTURES

interface GroupLook {
  colour: string
  minzoom: number
  text: ExpressionSpecification
  textFrom: number
  sizes: [zoom: number, px: number][]
}

function listPoiGroup(group: Group, mode: MapMode, colours: MapColours, look: GroupLook): StyleLayer {
  const pictures = Object.fromEntries(
    Object.entries(POI_PICTURES[group]).map(([kind, name]) => [kind, toPictureName(name, mode)]),
  )
  return {
    id: `poi-${group}`,
    type: 'symbol',
    ...POIS,
    minzoom: look.minzoom,
    filter: both(isPoint, kindIs(...Object.keys(pictures))),
    layout: {
      'icon-image': choose('kind', pictures, Object.values(pictures)[0]),
      'icon-size': byZoom([10, 0.72], [14, 0.95], [17, 1.15]),
      'icon-padding': 1,
      'text-field': stepsByZoom('', [look.textFrom, look.text]),
      'text-font': REGULAR,
      'text-size': byZoom(...look.sizes),
      'text-max-width': 8,
      'text-variable-anchor': ['bottom', 'top', 'right', 'left'],
      'text-radial-offset': 0.85,
      'text-justify': 'auto',
      'text-line-height': 1.05,
      'text-optional': true,
      'text-padding': 3,
    },
    paint: { 'text-color': look.colour, ...halo(colours.labelHalo) },
  }
}

export function listPoiLayers(colours: MapColours, mode: MapMode): StyleLayer[] {
  const text = (colour: string, minzoom: number, textFrom: number): GroupLook => ({
    colour,
    minzoom,
    textFrom,
    text: ['coalesce', LOCAL_NAME, ''],
    sizes: [
      [12, 9.5],
      [16, 11.5],
    ],
  })
  const huts = listPoiGroup('huts', mode, colours, {
    ...text(colours.iconShelter, 11, 12),
    text: NAME_AND_HEIGHT,
    sizes: [
      [11, 10],
      [16, 12.5],
    ],
  })
  return [
    {
      id: 'area-label',
      type: 'symbol',
      ...POIS,
      minzoom: 11,
      filter: both(
        isPoint,
        ['has', 'name'],
        kindIs('forest', 'nature_reserve', 'national_park', 'protected_area', 'glacier'),
      ),
      layout: {
        'text-field': LOCAL_NAME,
        'text-font': ITALIC,
        'text-size': byZoom([11, 10], [16, 13]),
        'text-letter-spacing': 0.06,
        'text-max-width': 8,
        'text-padding': 8,
      },
      paint: {
        'text-color': ['case', kindIs('glacier'), colours.waterLabel, colours.forestLabel],
        ...halo(colours.labelHalo, 1.2),
      },
    },
    withGuideposts(listPoiGroup('small', mode, colours, text(colours.label, 15, 16)), mode),
    listPoiGroup('transport', mode, colours, text(colours.iconTransport, 13.5, 15)),
    listPoiGroup('water', mode, colours, text(colours.iconWater, 13.5, 15)),
    listPoiGroup('shelters', mode, colours, text(colours.label, 12.5, 14)),
    huts,
    listPeaks(colours, mode),
  ]
}

/** A guidepost is tagged as information with a detail. */
function withGuideposts(layer: StyleLayer, mode: MapMode): StyleLayer {
  if (layer.type !== 'symbol') throw new TypeError('points are symbols')
  const picture = layer.layout!['icon-image'] as ExpressionSpecification
  return {
    ...layer,
    layout: {
      ...layer.layout,
      'icon-image': ['case', ['==', ['get', 'kind_detail'], 'guidepost'], toPictureName('guidepost', mode), picture],
    },
  }
}

/** At low zooms only the highest in each neighbourhood fit; the tiles contain fewer there too. */
function listPeaks(colours: MapColours, mode: MapMode): StyleLayer {
  const layer = listPoiGroup('peaks', mode, colours, {
    colour: colours.peakLabel,
    minzoom: 9,
    textFrom: 9,
    text: NAME_AND_HEIGHT,
    sizes: [
      [9, 9.5],
      [12, 10.5],
      [16, 13],
    ],
  })
  if (layer.type !== 'symbol') throw new TypeError('peaks are symbols')
  return {
    ...layer,
    layout: {
      ...layer.layout,
      'symbol-sort-key': ['-', ['coalesce', ['get', 'elevation'], -1000]],
      'text-font': MEDIUM,
      'text-optional': false,
      'text-padding': byZoom([9, 10], [13, 4]),
      'icon-size': byZoom([9, 0.6], [14, 0.9], [17, 1.1]),
      'text-radial-offset': 0.75,
    },
  }
}
