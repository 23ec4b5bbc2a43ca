// What is within reach: asked by a button, drawn as areas, with places and trails that are reached.

import { effect } from '@preact/signals'
import type { MultiPolygon } from 'geojson'
import { sendQuery } from '../api/query.ts'
import { avoidInput } from '../plan/avoid.ts'
import { type PlaceKind, ReachDocument, type ReachQuery } from '../documents/generated/graphql.ts'
import { createQuery, valueOf } from '../api/resource.ts'
import { language } from '../i18n/preferences.ts'
import { reachedPlaces, reachShown } from './map-content.ts'
import { REACH_COLOURS, toReachInput } from '../plan/reach-form.ts'
import { mapCommand, plan } from '../plan/session.ts'
import { settingsInput } from '../plan/settings.ts'
import { boxAround } from '../line/shown-line.ts'
import { placeColour } from '../line/place-groups.ts'

export type ReachAnswer = NonNullable<NonNullable<ReachQuery['point']>['reach']>

const OUTDOOR_KINDS: PlaceKind[] = [
  'HUT',
  'SHELTER',
  'BIVOUAC',
  'CAMPSITE',
  'DRINKING_WATER',
  'SPRING',
  'VIEWPOINT',
  'PEAK',
  'RESTAURANT',
  'TRAIN_STATION',
  'BUS_STOP',
]
const KINDS: PlaceKind[] = ['CITY', 'TOWN', 'VILLAGE', 'SUBURB', 'HAMLET', 'LAKE', 'PASS', 'CASTLE', 'MONASTERY']

export const reach = createQuery<ReachAnswer>()

export function askReach(): void {
  const { reach: form, settings, avoid } = plan.peek()
  const input = toReachInput(form, { ...settingsInput(settings, 'reach'), ...avoidInput(avoid) })
  if (input === null) return
  void reach.ask(async (stop) => {
    const variables = { ...input, language: language.peek(), outdoorKinds: OUTDOOR_KINDS, kinds: KINDS }
    const found = (await sendQuery(ReachDocument, variables, stop)).data.point!.reach!
    const box = boxAround(
      form.from,
      found.contours.flatMap(({ polygons }) => (polygons as MultiPolygon).coordinates.flat(2) as Point[]),
    )
    if (box !== null) mapCommand.value = { kind: 'fit', box }
    return found
  })
}
type Point = [number, number]

effect(() => {
  const found = valueOf(reach.answer.value)
  reachShown.value = (found?.contours ?? []).map(({ movingS, lengthM, areaKm2, polygons }, i) => ({
    colour: REACH_COLOURS[i],
    movingS,
    lengthM,
    areaKm2,
    polygons: polygons as MultiPolygon,
  }))
  reachedPlaces.value = (found?.outdoorPlaces?.edges ?? []).map(({ node }) => ({
    id: node.id,
    lon: node.location[0],
    lat: node.location[1],
    colour: placeColour(node.kind),
    chosen: false,
  }))
})
