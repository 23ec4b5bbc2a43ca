// Splits of a course: sections 4.11 and 2.11, decisions `keys-and-credits`, `errors`.

import { answers, costs, fields, invalid, law, refused, refuses, schemaIs, takes } from '../checks.ts'
import type { Known } from '../known.ts'
import { gpxOf, lengthM, lineString } from '../lines.ts'
import { type Ask, type Operation, post } from '../operation.ts'
import { list, metres, number, object, text, words } from '../shapes.ts'
import { lineCases } from './line-input.ts'
import * as facts from './route-facts.ts'

const PATH = '/v1/pace-plan'
const MILE_M = 1609.344
const ask = (known: Known, more: object): Ask => post(PATH, { geometry: lineString(known.line), ...more })

const ANSWER = fields(
  '2.11',
  object({
    schema: schemaIs('pace-plan/1'),
    engine: facts.ENGINE,
    unit: words('km', 'mi'),
    'settings_defaulted?': list(text),
    target: object({ kind: words('time', 'flat_pace'), seconds: number, flat_pace_s_per_km: number }),
    course: object({
      distance_m: metres,
      gain_m: metres,
      loss_m: metres,
      heights: words('recorded', 'terrain', 'none'),
      smoothing: text,
    }),
    effort: object({ rule: text, flat_pace_s_per_km: number }),
    splits: list(
      object({
        label: text,
        from_m: metres,
        to_m: metres,
        distance_m: metres,
        gain_m: metres,
        loss_m: metres,
        pace_s_per_km: metres,
        seconds: metres,
        cumulative_seconds: metres,
        character: words(
          'runnable',
          'steady climb',
          'major climb',
          'fast descent',
          'technical descent',
          'rolling mountain terrain',
        ),
      }),
      1,
    ),
    ...facts.UNKNOWN_FIELDS,
  }),
)

const SECONDS = law('2.11', 'splits add up to the finish time, to 0.1 s', ({ target, splits }) => {
  const sum = splits.reduce((before: number, { seconds }: any) => before + seconds, 0)
  const last = splits.at(-1).cumulative_seconds
  return facts.isNear(sum, target.seconds, 0.11) && facts.isNear(last, target.seconds, 0.11)
    ? null
    : `${sum}, ${last} of ${target.seconds} s`
})
const marks = (everyM: number) =>
  law('2.11', 'each split ends on its mark', ({ splits, course }) => {
    const other = splits.findIndex(
      ({ to_m }: any, index: number) => !facts.isNear(to_m, Math.min((index + 1) * everyM, course.distance_m), 1),
    )
    return other < 0 ? null : `splits[${other}] ends at ${splits[other].to_m} m`
  })
const EFFORT = law('2.11', 'effort km = km + climb m / 100 + descent m / 300', ({ target, course, effort }) => {
  const effortKm = course.distance_m / 1000 + course.gain_m / 100 + course.loss_m / 300
  return facts.isNear(effort.flat_pace_s_per_km, target.seconds / effortKm, 1 + effort.flat_pace_s_per_km / 100)
    ? null
    : `${effort.flat_pace_s_per_km} s a km for ${target.seconds} s over ${effortKm} effort km`
})

export const pacePlan: Operation = {
  id: 'pace-plan',
  section: '4.11',
  host: 'api',
  method: 'POST',
  path: PATH,
  errors: 'ProductError',
  takesKey: true,
  metered: true,
  sound: (known) => ask(known, { target_time: '1:00:00' }),
  cases: [
    answers('of a finish time', (known) => ask(known, { target_time: '1:30:00' }), [
      ANSWER,
      SECONDS,
      marks(1000),
      EFFORT,
      law('2.11', 'the time is read as h:mm:ss', ({ target }) =>
        target.kind === 'time' && target.seconds === 5400 ? null : `${target.seconds} s`,
      ),
      law('2.11', 'the course is the line that was sent', ({ course }, { known }) => {
        const sentM = lengthM(known.line)
        return facts.isNear(course.distance_m, sentM, sentM / 100) ? null : `${course.distance_m} m`
      }),
      costs('8', 2),
    ]),
    answers('of mm:ss, by the mile', (known) => ask(known, { target_time: '90:30', unit: 'mi' }), [
      ANSWER,
      SECONDS,
      marks(MILE_M),
      law('2.11', 'the time is read as mm:ss', ({ target, unit }) =>
        target.seconds === 5430 && unit === 'mi' ? null : `${target.seconds} s by the ${unit}`,
      ),
    ]),
    answers('of minutes', (known) => ask(known, { target_time: '90' }), [
      law('2.11', 'the time is read as minutes', ({ target }) =>
        target.seconds === 5400 ? null : `${target.seconds} s`,
      ),
    ]),
    answers('of seconds', (known) => ask(known, { target_seconds: 5400 }), [ANSWER, SECONDS]),
    answers('of a flat pace', (known) => ask(known, { flat_pace_s_per_km: 360 }), [
      ANSWER,
      SECONDS,
      EFFORT,
      law('2.11', 'the pace is the one that was sent', ({ target }) =>
        target.kind === 'flat_pace' && target.flat_pace_s_per_km === 360 ? null : JSON.stringify(target),
      ),
    ]),
    answers(
      'with the heights of a file',
      (known) =>
        post(PATH, { gpx: gpxOf([known.line], (index) => `<ele>${known.heights[index]}</ele>`), target_seconds: 5400 }),
      [ANSWER, SECONDS],
    ),
    takes('2.11', 'a flat pace of 120', (known) => ask(known, { flat_pace_s_per_km: 120 })),
    takes('2.11', 'a flat pace of 1800', (known) => ask(known, { flat_pace_s_per_km: 1800 })),
    refuses(
      '2.11',
      'a flat pace of 119',
      (known) => ask(known, { flat_pace_s_per_km: 119 }),
      invalid('flat_pace_s_per_km'),
    ),
    refuses(
      '2.11',
      'a flat pace of 1801',
      (known) => ask(known, { flat_pace_s_per_km: 1801 }),
      invalid('flat_pace_s_per_km'),
    ),
    refuses('2.11', 'no target', (known) => ask(known, {}), refused(400)),
    refuses('2.11', 'two targets', (known) => ask(known, { target_seconds: 5400, target_time: '90' }), refused(400)),
    refuses('2.11', 'a time that is none', (known) => ask(known, { target_time: 'soon' }), invalid('target_time')),
    refuses('2.11', 'an unknown unit', (known) => ask(known, { target_seconds: 5400, unit: 'nm' }), invalid('unit')),
    ...lineCases(PATH, {
      section: '4.11',
      beside: () => ({ target_seconds: 36_000 }),
      points: 5000,
      km: 300,
      onePart: true,
    }),
  ],
}
