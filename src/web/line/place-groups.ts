// The groups with which the explorer shows outdoor places. Every kind is in one: what is in none is never shown.

import type { PlaceKind } from '../documents/generated/graphql.ts'

export const PLACE_GROUPS: { name: 'shelter' | 'water' | 'top' | 'way' | 'more'; kinds: PlaceKind[] }[] = [
  { name: 'shelter', kinds: ['HUT', 'SHELTER', 'BIVOUAC', 'CAMPSITE'] },
  { name: 'water', kinds: ['SPRING', 'DRINKING_WATER', 'WATERFALL'] },
  { name: 'top', kinds: ['PEAK', 'PASS', 'VIEWPOINT', 'CAVE'] },
  { name: 'way', kinds: ['PARKING', 'BUS_STOP', 'TRAIN_STATION', 'CABLE_CAR_STATION'] },
  { name: 'more', kinds: ['GUIDEPOST', 'INFORMATION', 'PICNIC_SITE', 'RESTAURANT', 'TOILETS'] },
]
