// Colours of outdoor places by what they are for, the same in map, list and chart. Pure.

import type { PlaceKind } from '../documents/generated/graphql.ts'

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

export function placeColour(kind: PlaceKind): string {
  return COLOURS[kind] ?? '#37474f'
}
