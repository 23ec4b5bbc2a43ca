// Values as the wiki writes them (pages Conditional restrictions, Key:opening_hours and its specification,
// Key:seasonal, Key:winter_service, Key:snowplowing), each with moments at which a walker finds the way open, closed or
// unknown. The moments were worked out by hand with a calendar: nothing here comes from a program that reads such
// values. In 2026, 1 January is a Thursday and Easter Sunday is 5 April.

import { beforeAll, describe, expect, test } from 'vitest'
import { ConditionCompiler } from '../../../src/osm/dates/compile-condition.ts'
import { stateOf, type DatedRestriction } from '../../../src/osm/dates/dated-restriction.ts'
import { readDatedTags } from '../../../src/osm/dates/read-dated-tags.ts'
import { accessOfBits } from './access-of-bits.ts'

interface Moments {
  open?: string[]
  closed?: string[]
  unknown?: string[]
}
type Row = [value: string, moments: Moments]

const OPENING_HOURS: Row[] = [
  [
    'Mo-Fr 08:00-17:30',
    { open: ['01-05T08:00', '01-09T17:29'], closed: ['01-05T07:59', '01-09T17:30', '01-10T12:00'] },
  ],
  ['Mo-Fr 08:00-12:00,13:00-17:30', { open: ['01-05T11:59', '01-05T13:00'], closed: ['01-05T12:30', '01-11T14:00'] }],
  ['Mo-Fr 08:00-12:00,13:00-17:30; Sa 08:00-12:00', { open: ['01-10T09:00'], closed: ['01-10T13:00', '01-11T09:00'] }],
  ['Mo-Fr 08:00-12:00, We 14:00-18:00', { open: ['01-07T09:00', '01-07T15:00'], closed: ['01-06T15:00'] }],
  ['Mo-Sa 10:00-20:00; Tu off', { open: ['01-05T11:00', '01-07T11:00'], closed: ['01-06T11:00', '01-11T11:00'] }],
  ['Mo-Sa 10:00-20:00; Tu 10:00-14:00', { open: ['01-06T13:59', '01-07T15:00'], closed: ['01-06T15:00'] }],
  ['Mo-Fr 08:30-20:00; We off', { open: ['01-08T08:30'], closed: ['01-07T12:00', '01-10T12:00'] }],
  ['08:30-12:30,15:30-20:00', { open: ['01-11T08:30', '08-02T19:59'], closed: ['01-11T12:30', '08-02T15:29'] }],
  ['18:00-02:00', { open: ['01-05T01:59', '01-05T18:00'], closed: ['01-05T02:00', '01-05T17:59'] }],
  ['10:00-26:00', { open: ['01-05T01:00', '01-05T10:00'], closed: ['01-05T02:00', '01-05T09:59'] }],
  ['Fr-Sa 18:00-06:00', { open: ['01-09T18:00', '01-11T05:59'], closed: ['01-09T05:00', '01-11T18:00'] }],
  ['Sa-Su 00:00-24:00', { open: ['01-10T00:00', '01-11T23:59'], closed: ['01-09T23:59', '01-12T00:00'] }],
  ['Su-Tu 11:00-15:00', { open: ['01-11T11:00', '01-13T11:00'], closed: ['01-14T11:00', '01-10T11:00'] }],
  ['Mo 10:00-12:00,12:30-15:00', { open: ['01-05T12:30'], closed: ['01-05T12:29', '01-06T11:00'] }],
  ['Mo,Th 09:00-12:00', { open: ['01-05T09:00', '01-08T11:59'], closed: ['01-07T10:00'] }],
  ['Jul-Aug', { open: ['07-01T00:00', '08-31T23:59'], closed: ['06-30T23:59', '09-01T00:00'] }],
  ['Jul-Aug 24/7', { open: ['07-01T03:00', '08-31T23:00'], closed: ['06-30T12:00'] }],
  ['Nov-Feb', { open: ['11-01T00:00', '02-28T23:59'], closed: ['03-01T00:00', '10-31T12:00'] }],
  ['Jan 23-Feb 11', { open: ['01-23T00:00', '02-11T23:59'], closed: ['01-22T12:00', '02-12T00:00'] }],
  ['Jan 23-Feb 11,Feb 12 00:00-24:00', { open: ['02-11T12:00', '02-12T23:00'], closed: ['02-13T00:00'] }],
  ['Dec 25', { open: ['12-25T00:00', '12-25T23:59'], closed: ['12-24T23:59', '12-26T00:00'] }],
  ['Dec 24-Jan 2', { open: ['12-24T08:00', '01-02T23:59'], closed: ['01-03T00:00', '12-23T23:59'] }],
  ['Jun 15-Sep 15 09:00-18:00', { open: ['06-15T09:00', '09-15T17:59'], closed: ['06-14T12:00', '07-01T18:00'] }],
  [
    'Mar-Oct Tu-Su 10:30-18:00; Mar-Oct Mo 10:30-14:00; Nov-Dec Tu-Su 11:00-17:00',
    {
      open: ['03-02T13:00', '03-03T17:59', '11-03T11:00'],
      closed: ['03-02T15:00', '11-03T10:45', '11-02T12:00', '02-03T12:00'],
    },
  ],
  [
    'Apr-Sep Mo-Fr 09:00-18:00; Oct-Mar Mo-Fr 10:00-16:00',
    { open: ['04-01T09:00', '03-31T10:00'], closed: ['03-31T09:30'] },
  ],
  ['May-Sep: 00:00-24:00; Oct-Apr: 07:00-19:00', { open: ['05-01T03:00', '10-01T07:00'], closed: ['10-01T03:00'] }],
  ['24/7; Aug off', { open: ['07-31T23:59', '09-01T00:00'], closed: ['08-01T00:00', '08-31T23:00'] }],
  ['Mo-Su 08:00-18:00; Dec 25 off', { open: ['12-24T08:00'], closed: ['12-25T12:00', '12-24T18:00'] }],
  ['Mo-Su 08:00-18:00; Dec 25 closed', { open: ['12-26T08:00'], closed: ['12-25T12:00'] }],
  ['Su[1] 10:00-12:00', { open: ['02-01T10:00', '03-01T11:59'], closed: ['02-08T11:00', '02-02T11:00'] }],
  ['We[-1] 19:00-21:00', { open: ['01-28T19:00', '02-25T20:00'], closed: ['01-21T20:00'] }],
  [
    'Th[1,2-3], Fr[2] 10:00-14:00',
    { open: ['01-01T10:00', '01-15T13:00', '01-09T10:00'], closed: ['01-22T11:00', '01-16T11:00'] },
  ],
  ['week 10-20', { open: ['03-02T00:00', '05-17T23:59'], closed: ['03-01T23:59', '05-18T00:00'] }],
  ['week 4-16 We 10:00-12:00', { open: ['01-21T10:00', '04-15T11:59'], closed: ['01-14T11:00', '04-22T11:00'] }],
  ['easter', { open: ['04-05T00:00', '04-05T23:59'], closed: ['04-04T12:00', '04-06T00:00'] }],
  ['easter +1 day', { open: ['04-06T12:00'], closed: ['04-05T12:00', '04-07T00:00'] }],
  ['easter-Oct 31', { open: ['04-05T00:00', '10-31T12:00'], closed: ['04-04T12:00', '11-01T00:00'] }],
  ['2026 Jun 1-2026 Aug 31', { open: ['06-01T00:00', '08-31T23:00'], closed: ['09-01T00:00', '05-31T23:00'] }],
  ['2025 Nov 30-2026 Mar 1', { open: ['01-01T00:00', '03-01T12:00'], closed: ['03-02T00:00', '12-01T00:00'] }],
  ['Mo-Fr 08:00-18:00 open, Sa 09:00-12:00 open', { open: ['01-10T09:00', '01-09T17:00'], closed: ['01-11T10:00'] }],
  ['Fr 08:30-20:00 || "by appointment"', { open: ['01-09T08:30'], unknown: ['01-10T12:00', '01-09T20:00'] }],
  ['Mo-Fr 09:00-12:00 unknown', { unknown: ['01-05T10:00'], closed: ['01-05T13:00'] }],
  ['Su 10:00+', { unknown: ['01-11T10:00', '01-11T15:00'], closed: ['01-11T09:59', '01-12T12:00'] }],
]

/** `no @ ...` on a way that is open otherwise. */
const CLOSED_WHILE: Row[] = [
  ['no @ (18:00-07:00)', { closed: ['01-05T18:00', '01-05T06:59'], open: ['01-05T07:00', '01-05T17:59'] }],
  ['no @ (Nov-Apr)', { closed: ['11-01T00:00', '04-30T23:59'], open: ['05-01T00:00', '10-31T23:59'] }],
  ['no @ (Oct 15-May 31)', { closed: ['10-15T00:00', '05-31T23:59'], open: ['06-01T00:00', '10-14T23:59'] }],
  ['no @ Nov-Apr', { closed: ['12-24T12:00'], open: ['07-01T12:00'] }],
  ['no @ (Mo-Fr 07:00-19:00)', { closed: ['01-05T07:00'], open: ['01-05T19:00', '01-10T12:00'] }],
  ['no @ (Mo-Fr 07:00-09:00,15:00-17:00)', { closed: ['01-05T08:59', '01-05T15:00'], open: ['01-05T12:00'] }],
  ['no @ (Sa-Su)', { closed: ['01-10T00:00', '01-11T23:59'], open: ['01-12T00:00'] }],
  ['no @ (Mar 15-Jun 15)', { closed: ['03-15T00:00', '06-15T23:59'], open: ['06-16T00:00', '03-14T12:00'] }],
  [
    'delivery @ (Mo-Fr 06:00-11:00,17:00-19:00; Sa 03:30-19:00); no @ (Su)',
    { closed: ['01-11T12:00'], open: ['01-12T12:00', '01-10T20:00'] },
  ],
  ['no @ (May-Sep); yes @ (Aug)', { closed: ['05-01T00:00', '09-30T12:00'], open: ['08-15T12:00', '04-30T12:00'] }],
  ['no @ (Nov-Apr AND 20:00-06:00)', { closed: ['12-24T22:00'], open: ['12-24T12:00', '07-01T22:00'] }],
  ['no @ (2026 May 4-2026 May 15)', { closed: ['05-04T00:00', '05-15T23:59'], open: ['05-16T00:00', '05-03T23:00'] }],
  ['no @ (10:00-18:00 AND weight>5)', { unknown: ['01-05T10:00'], open: ['01-05T09:59', '01-05T18:00'] }],
  ['no @ wet', { unknown: ['01-05T12:00', '07-05T12:00'] }],
  ['no @ snow', { unknown: ['01-05T12:00', '07-05T12:00'] }],
  ['no @ (Dec-Mar AND snow)', { unknown: ['01-05T12:00'], open: ['07-05T12:00'] }],
  ['no @ winter', { unknown: ['01-05T12:00', '07-05T12:00'] }],
  ['no @ (sunset-sunrise)', { unknown: ['01-05T12:00', '01-05T23:00'] }],
  ['no @ (Mo-Fr 07:00-19:00; PH off)', { unknown: ['01-05T07:00', '01-10T12:00'] }],
]

/** `yes @ ...` on a way with `access=no`. */
const OPEN_WHILE: Row[] = [
  ['yes @ (Jun-Oct)', { open: ['06-01T00:00', '10-31T23:59'], closed: ['05-31T23:59', '11-01T00:00'] }],
  ['yes @ (08:00-20:00)', { open: ['01-05T08:00'], closed: ['01-05T20:00'] }],
  ['permissive @ (Apr-Sep 06:00-21:00)', { open: ['04-01T06:00'], closed: ['04-01T21:00', '03-31T12:00'] }],
  ['yes @ (Sa-Su AND 10:00-16:00)', { open: ['01-10T10:00'], closed: ['01-10T16:00', '01-09T12:00'] }],
  ['destination @ (Mo-Fr)', { open: ['01-09T12:00'], closed: ['01-10T12:00'] }],
]

/** Kept, and said to be unknown: they need the place, a calendar of holidays, the weather, or name no dates. */
const NOT_READ: [key: string, value: string][] = [
  ['opening_hours', 'sunrise-sunset'],
  ['opening_hours', '(sunset-02:00)-(sunrise+01:30)'],
  ['opening_hours', 'Mo-Fr 08:00-12:00,13:00-17:30; Sa 08:00-12:00; PH off'],
  ['opening_hours', 'Mo,We 12:00-18:00; SH off'],
  ['opening_hours', 'week 1-53/2 Fr 09:00-12:00; week 2-52/2 We 09:00-12:00'],
  ['opening_hours', 'easter -2 days-easter +2 days'],
  ['opening_hours', 'PH 10:00-14:00'],
  ['opening_hours', 'dawn-dusk'],
  ['opening_hours', 'spring and autumn'],
  ['opening_hours', 'closed in bad weather'],
  ['seasonal', 'yes'],
  ['seasonal', 'spring'],
  ['seasonal', 'summer'],
  ['seasonal', 'autumn'],
  ['seasonal', 'winter'],
  ['seasonal', 'summer;autumn'],
  ['seasonal', 'wet_season'],
  ['seasonal', 'dry_season'],
  ['winter_service', 'no'],
  ['snowplowing', 'no'],
]

/** Restrict nobody on foot at any time. */
const NOT_DATED: [key: string, value: string][] = [
  ['opening_hours', '24/7'],
  ['seasonal', 'no'],
  ['winter_service', 'yes'],
  ['snowplowing', 'yes'],
  ['motor_vehicle:conditional', 'no @ (Nov-Apr)'],
  ['maxspeed:conditional', '30 @ (Mo-Fr 07:00-17:00)'],
]

let compiler: ConditionCompiler
beforeAll(async () => {
  compiler = await ConditionCompiler.load()
})

const read = (tags: Record<string, string>) =>
  readDatedTags(new Map(Object.entries({ highway: 'path', ...tags })), accessOfBits, compiler)

/** What a walker finds who goes forward in 2026. */
function foundAt(restriction: DatedRestriction, at: string): keyof Moments {
  const { closed, unknown } = stateOf(restriction, { minute: Date.parse(`2026-${at}Z`) / 60_000 })
  return (closed & 1) !== 0 ? 'closed' : (unknown & 1) !== 0 ? 'unknown' : 'open'
}

function expectMoments(tags: Record<string, string>, moments: Moments): void {
  const restriction = read(tags)
  expect(restriction).not.toBeNull()
  const states = ['open', 'closed', 'unknown'] as const
  const expected = states.flatMap((state) => (moments[state] ?? []).map((at) => `${at} ${state}`))
  expect(expected.map((row) => `${row.split(' ')[0]} ${foundAt(restriction!, row.split(' ')[0])}`)).toEqual(expected)
}

describe('a value of the wiki', () => {
  test('is one of at least 60 that say when a way is open', () => {
    const values = [...OPENING_HOURS, ...CLOSED_WHILE, ...OPEN_WHILE].map(([value]) => value)
    expect(new Set(values).size).toBeGreaterThanOrEqual(60)
  })
  test.each(OPENING_HOURS)('opening_hours=%s opens a way at its hours alone', (value, moments) => {
    expectMoments({ opening_hours: value }, moments)
  })
  test.each(CLOSED_WHILE)('access:conditional=%s closes a way meanwhile', (value, moments) => {
    expectMoments({ 'access:conditional': value }, moments)
  })
  test.each(OPEN_WHILE)('access:conditional=%s opens a closed way meanwhile', (value, moments) => {
    expectMoments({ access: 'no', 'access:conditional': value }, moments)
  })
  test.each(NOT_READ)('%s=%s closes nothing and is unclear', (key, value) => {
    const restriction = read({ [key]: value })!
    expect(restriction.tags.map(({ effect }) => effect)).toEqual(['unclear'])
    for (const at of ['01-05T12:00', '07-05T12:00']) expect(foundAt(restriction, at)).toBe('open')
  })
  test.each(NOT_DATED)('%s=%s says nothing of a walker', (key, value) => {
    expect(read({ [key]: value })).toBeNull()
  })
})
