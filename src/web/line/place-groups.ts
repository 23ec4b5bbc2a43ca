// The groups with which the explorer shows outdoor places. Every kind is in one: what is in none is never shown.

import type { PlaceKind } from '../documents/generated/graphql.ts'

export const PLACE_GROUPS: { name: 'shelter' | 'water' | 'top' | 'way' | 'more'; kinds: PlaceKind[] }[] = [
  { name: 'shelter', kinds: ['HUT', 'SHELTER', 'BIVOUAC', 'CAMPSITE'] },
  { name: 'water', kinds: ['SPRING', 'DRINKING_WATER', 'WATERFALL'] },
  { name: 'top', kinds: ['PEAK', 'PASS', 'VIEWPOINT', 'CAVE'] },
  { name: 'way', kinds: ['PARKING', 'BUS_STOP', 'TRAIN_STATION', 'CABLE_CAR_STATION'] },
  { name: 'more', kinds: ['GUIDEPOST', 'INFORMATION', 'PICNIC_SITE', 'RESTAURANT', 'TOILETS'] },
]

const COLOURS: Partial<Record<PlaceKind, string>> = {
  PEAK: '#6b4f2a',
  PASS: '#6b4f2a',
  HUT: '#b3261e',
  SHELTER: '#b3261e',
  BIVOUAC: '#b3261e',
  CAMPSITE: '#2e7d32',
  SPRING: '#1565c0',
  DRINKING_WATER: '#1565c0',
  WATERFALL: '#1565c0',
  VIEWPOINT: '#7b1fa2',
  PARKING: '#455a64',
  BUS_STOP: '#455a64',
  TRAIN_STATION: '#455a64',
  CABLE_CAR_STATION: '#455a64',
}

/** Colours of outdoor places by what they are for, the same in map, list and chart. Pure. */
export function placeColour(kind: PlaceKind): string {
  return COLOURS[kind] ?? '#37474f'
}
