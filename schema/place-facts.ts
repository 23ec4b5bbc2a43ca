// What the map says of a place to those who want to go there: its tags, read as facts.

import type { FactOf, Fee, PlaceFact } from '../src/places/place-facts.ts'
import type { Place } from '../src/places/one-place.ts'
import type { OpenState } from '../src/osm/dates/opening-hours.ts'
import { fields, localTimeField } from '../resolvers/input/input-fields.ts'
import { areUnderstood, hoursOf, nextChangeAfter, openStateAt, type PlaceHours } from '../resolvers/opening-hours.ts'
import { factOf } from '../resolvers/spot-of.ts'
import { argsOf } from './arguments.ts'
import { builder } from './builder.ts'
import { enumValues } from './code-enums.ts'
import type { DocumentContext } from './document-context.ts'
import { PlaceType, WheelchairEnum } from './place-type.ts'

const ReservationEnum = builder.enumType('Reservation', {
  description: 'Whether a reservation is needed or possible.',
  values: enumValues({
    required: 'Nobody gets in without one.',
    recommended: 'It is better to have one.',
    yes: 'It is possible.',
    members_only: 'Only members of a club can make one.',
    no: 'It is not possible.',
  }),
})

const AccessEnum = builder.enumType('Access', {
  description: 'Who may enter.',
  values: enumValues({
    yes: 'Everybody, by right.',
    permissive: 'Everybody, as long as the owner allows it.',
    customers: 'Those who buy something.',
    permit: 'Those who have a permit.',
    private: 'Only those whom the owner allows.',
    no: 'Nobody from the public.',
  }),
})

const FeeType = builder.objectRef<Fee>('Fee').implement({
  description: 'What it costs to use a place.',
  fields: (t) => ({
    isFree: t.exposeBoolean('isFree', {
      nullable: true,
      description: 'Whether it costs nothing; null if that depends, as the text says.',
    }),
    text: t.exposeString('text', { nullable: true, description: 'What the map says of it; null if nothing more.' }),
  }),
})

const OpenStateEnum = builder.enumType('OpenState', {
  description: 'Whether a place is open.',
  values: enumValues({
    open: 'One can enter, as far as the map says.',
    closed: 'Nobody is let in.',
    unknown: 'Its hours are not understood, or do not say.',
  } satisfies Record<OpenState, string>),
})

const moment = fields({
  at: localTimeField()
    .optional()
    .describe('A time by the clock there (2026-08-01T10:00), or with its offset. Default now.'),
})

const OpeningHoursType = builder.objectRef<PlaceHours>('OpeningHours').implement({
  description: 'When a place is open.',
  fields: (t) => ({
    text: t.exposeString('text', {
      description: 'As the map has it, in the grammar of OpenStreetMap: `Jun-Sep; Mo off`.',
    }),
    understood: t.boolean({
      description:
        'Whether the text is understood. It is not where it needs the holidays of a country or the hours of the sun.',
      resolve: areUnderstood,
    }),
    state: t.field({
      // without `at` it is about now
      ofRelease: false,
      type: OpenStateEnum,
      description:
        'Whether it is open; UNKNOWN also where that depends, as the text says, or in years of which it says nothing.',
      args: argsOf(t, moment, { at: 'LocalDateTime' }),
      resolve: (hours, { at }, { session }) => openStateAt(hours, at ?? session.services.clock.nowMs()),
    }),
    nextChangeLocal: t.field({
      // without `at` it is about now
      ofRelease: false,
      type: 'LocalDateTime',
      nullable: true,
      description: 'When `state` changes next; null if it stays the same for a year, or if that is unknown.',
      args: argsOf(t, moment, { at: 'LocalDateTime' }),
      resolve: (hours, { at }, { session }) => nextChangeAfter(hours, at ?? session.services.clock.nowMs()),
    }),
  }),
})

/** Of the tags of a place. */
const of =
  <Fact extends PlaceFact>(fact: Fact) =>
  (place: Place, _args: unknown, { loaders }: DocumentContext): Promise<FactOf<Fact>> =>
    factOf(fact, place, loaders)

const SILENT = 'null if the map does not say.'

builder.objectFields(PlaceType, (t) => ({
  phone: t.string({ nullable: true, description: `Its telephone number, as mapped; ${SILENT}`, resolve: of('phone') }),
  email: t.string({ nullable: true, description: `Its email address, as mapped; ${SILENT}`, resolve: of('email') }),
  website: t.string({ nullable: true, description: `Its website, as mapped; ${SILENT}`, resolve: of('website') }),
  operator: t.string({ nullable: true, description: `Who runs it; ${SILENT}`, resolve: of('operator') }),
  openingHours: t.field({
    type: OpeningHoursType,
    nullable: true,
    description: `When it is open; ${SILENT}`,
    resolve: (place, _args, { loaders }) => hoursOf(place, loaders),
  }),
  capacity: t.int({
    nullable: true,
    description: `How many people or vehicles it has room for; ${SILENT}`,
    resolve: of('capacity'),
  }),
  beds: t.int({
    nullable: true,
    description: `How many people can sleep there in beds; ${SILENT}`,
    resolve: of('beds'),
  }),
  fee: t.field({
    type: FeeType,
    nullable: true,
    description: `Whether it costs something; ${SILENT}`,
    resolve: of('fee'),
  }),
  drinkable: t.boolean({
    nullable: true,
    description: `Whether its water can be drunk; ${SILENT}`,
    resolve: of('drinkable'),
  }),
  wheelchair: t.field({
    type: WheelchairEnum,
    nullable: true,
    description: `Whether one gets there in a wheelchair; ${SILENT}`,
    resolve: of('wheelchair'),
  }),
  reservation: t.field({
    type: ReservationEnum,
    nullable: true,
    description: `Whether one has to reserve, or can; ${SILENT}`,
    resolve: of('reservation'),
  }),
  access: t.field({
    type: AccessEnum,
    nullable: true,
    description: `Who may enter it; ${SILENT}`,
    resolve: of('access'),
  }),
}))
