// One instruction of a route: as a sentence, and as data for clients that draw it or say it themselves.

import type { WayKind } from '../src/osm/edge-facts.ts'
import type { Maneuver } from '../src/routing/costs/route-types.ts'
import { builder } from './builder.ts'
import { ManeuverTypeEnum, TurnModifierEnum, WayKindEnum } from './code-enums.ts'
import { sentenceFields } from './sentence.ts'
import { locationFields } from './spot.ts'

type OntoWay = Pick<Maneuver, 'name' | 'ref' | 'sign' | 'symbol'> & { wayKind: WayKind }

const OntoWayType = builder.objectRef<OntoWay>('OntoWay').implement({
  description: 'The way that an instruction leads onto, as signs on the spot name it.',
  fields: (t) => ({
    kind: t.expose('wayKind', { type: WayKindEnum, description: 'What it is: a path, a track, steps.' }),
    name: t.exposeString('name', { nullable: true, description: 'As tagged; null where the map has no name.' }),
    ref: t.exposeString('ref', { nullable: true, description: 'Its reference, e.g. CG-4; null where it has none.' }),
    sign: t.exposeString('sign', {
      nullable: true,
      description:
        'Text on the sign of the highest signed route along it, e.g. GR 11; null where no signed route runs, or the name says it.',
    }),
    symbol: t.exposeString('symbol', {
      nullable: true,
      description: 'How that sign is painted where it has no text, as osmc:symbol has it; null elsewhere.',
    }),
  }),
})

/** A maneuver has no way, or one of a kind. */
const hasWay = (maneuver: Maneuver): maneuver is Maneuver & OntoWay => maneuver.wayKind !== null

export const ManeuverType = builder.objectRef<Maneuver>('Maneuver').implement({
  description: 'One instruction.',
  fields: (t) => ({
    ...sentenceFields(t, 'instruction', 'The instruction as a sentence.', (m) => m.instruction),
    type: t.expose('type', { type: ManeuverTypeEnum, description: 'What to do.' }),
    modifier: t.expose('modifier', {
      type: TurnModifierEnum,
      nullable: true,
      description:
        'The bend and its side, also where steps or pushing begin with a turn; null where there is no turn to make.',
    }),
    ...locationFields(t, 'Where it applies, [lon, lat] in degrees.', (m) => m.location),
    leg: t.exposeInt('leg', {
      description: 'Number of its leg, counted from 0; at a waypoint on the way that of the leg that begins.',
    }),
    lengthM: t.exposeFloat('distanceM', { description: 'Metres to the next instruction.' }),
    movingS: t.exposeFloat('movingS', {
      nullable: true,
      description:
        'Moving time to the next instruction in seconds; null where a ferry or a straight leg lies before it.',
    }),
    bearingBeforeDeg: t.exposeFloat('bearingBeforeDeg', {
      nullable: true,
      description:
        'Bearing of the last 20 metres before it, degrees clockwise from north; null at the start and after a straight leg.',
    }),
    bearingAfterDeg: t.exposeFloat('bearingAfterDeg', {
      nullable: true,
      description:
        'Bearing of the first 20 metres after it, degrees clockwise from north; null at the end and on a straight leg.',
    }),
    exitNumber: t.exposeInt('exitNumber', {
      nullable: true,
      description: 'Which exit of the roundabout to take, from 1; null where none is entered, or the leg ends on it.',
    }),
    way: t.field({
      type: OntoWayType,
      nullable: true,
      description:
        'The way after it, or after the roundabout; null at the end, where the leg ends on a roundabout, and on a straight leg.',
      resolve: (m) => (hasWay(m) ? m : null),
    }),
  }),
})
