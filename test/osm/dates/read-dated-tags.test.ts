// Dated tags to restrictions: who is closed out, and when. Values in our own words; the rules are those of the wiki
// pages Conditional restrictions, Key:opening_hours, Key:seasonal and Key:winter_service, and of decision
// `ways-and-access` for what a value of an access tag means.

import { beforeAll, describe, expect, test } from 'vitest'
import { hasDatedTags, readConditionalValue, readDatedTags } from '../../../src/osm/dates/read-dated-tags.ts'
import { ConditionCompiler } from '../../../src/osm/dates/compile-condition.ts'
import {
  closedSpan,
  closingTag,
  stateOf,
  tagApplies,
  type DatedRestriction,
} from '../../../src/osm/dates/dated-restriction.ts'
import { MAYBE, NO, YES } from '../../../src/osm/dates/time-table.ts'
import { accessOfBits } from './access-of-bits.ts'

let compiler: ConditionCompiler
beforeAll(async () => {
  compiler = await ConditionCompiler.load()
})

const read = (tags: Record<string, string>) =>
  readDatedTags(new Map(Object.entries({ highway: 'track', ...tags })), accessOfBits, compiler)
const minute = (text: string) => Date.parse(`${text}Z`) / 60_000
const day = (text: string) => Date.parse(`${text}T00:00Z`) / 86_400_000

/** `foot bike`, each direction as x (closed), ? (unknown) or - (open). */
function reported(restriction: DatedRestriction | null, at: string): string {
  if (restriction === null) return '-- --'
  const { closed, unknown } = stateOf(restriction, at.includes('T') ? { minute: minute(at) } : { day: day(at) })
  const signs = [0, 1, 2, 3].map((i) => ((closed >> i) & 1 ? 'x' : (unknown >> i) & 1 ? '?' : '-')).join('')
  return `${signs.slice(0, 2)} ${signs.slice(2)}`
}

type Row = [tags: Record<string, string>, at: string, expected: string]
const ROWS: Row[] = [
  [{ 'access:conditional': 'no @ (Nov-Apr)' }, '2026-12-24T08:00', 'xx xx'],
  [{ 'access:conditional': 'no @ (Nov-Apr)' }, '2026-07-01T08:00', '-- --'],
  [{ 'access:conditional': 'no @ Nov-Apr' }, '2027-04-30T23:59', 'xx xx'],
  [{ access: 'no', 'access:conditional': 'yes @ (May-Oct)' }, '2026-12-24T08:00', 'xx xx'],
  [{ access: 'no', 'access:conditional': 'yes @ (May-Oct)' }, '2026-07-24T08:00', '-- --'],
  [{ access: 'no', 'access:conditional': 'no @ (May-Oct)' }, '2026-07-24T08:00', 'xx xx'],
  [{ 'foot:conditional': 'no @ (22:00-06:00)' }, '2026-07-24T23:00', 'xx --'],
  [{ 'bicycle:conditional': 'no @ (Sa,Su)' }, '2026-07-25T12:00', '-- xx'],
  [{ 'vehicle:conditional': 'no @ (Sa,Su)' }, '2026-07-25T12:00', '-- xx'],
  [{ bicycle: 'yes', 'vehicle:conditional': 'no @ (Sa,Su)' }, '2026-07-25T12:00', '-- --'],
  [{ foot: 'yes', 'access:conditional': 'no @ (Nov-Apr)' }, '2026-12-24T08:00', '-- xx'],
  [{ 'motor_vehicle:conditional': 'no @ (Nov-Apr)' }, '2026-12-24T08:00', '-- --'],
  [{ 'foot:forward:conditional': 'no @ (Nov-Apr)' }, '2026-12-24T08:00', 'x- --'],
  [{ 'oneway:conditional': 'yes @ (Mo-Fr)' }, '2026-11-23T08:00', '-- -x'],
  [{ oneway: 'yes', 'oneway:bicycle:conditional': 'no @ (Mo-Fr)' }, '2026-11-22T08:00', '-- -x'],
  [{ 'access:conditional': 'destination @ (Nov-Apr)' }, '2026-12-24T08:00', '-- --'],
  [{ 'access:conditional': 'no @ (Nov-Apr); yes @ (Dec 24)' }, '2026-12-24T08:00', '-- --'],
  [{ 'access:conditional': 'yes @ (Dec 24); no @ (Nov-Apr)' }, '2026-12-24T08:00', 'xx xx'],
  [{ 'access:conditional': 'no @ snow' }, '2026-12-24T08:00', '?? ??'],
  [{ 'access:conditional': 'no @ (Nov-Apr AND snow)' }, '2026-12-24T08:00', '?? ??'],
  [{ 'access:conditional': 'no @ (Nov-Apr AND snow)' }, '2026-07-24T08:00', '-- --'],
  [{ 'access:conditional': 'no @ (Nov-Apr AND 20:00-08:00)' }, '2026-12-24T07:59', 'xx xx'],
  [{ 'access:conditional': 'no @ (Nov-Apr); no @ snow' }, '2026-12-24T08:00', 'xx xx'],
  [{ 'access:conditional': 'no @ (Nov-Apr); yes @ wet' }, '2026-12-24T08:00', '?? ??'],
  [{ 'access:conditional': 'no @ (PH)' }, '2026-12-24T08:00', '?? ??'],
  [{ 'access:conditional': 'no Nov-Apr' }, '2026-12-24T08:00', '-- --'],
  [{ opening_hours: 'Mo-Fr 08:00-18:00' }, '2026-11-22T12:00', 'xx xx'],
  [{ opening_hours: 'Mo-Fr 08:00-18:00' }, '2026-11-23T12:00', '-- --'],
  [{ opening_hours: 'sunrise-sunset' }, '2026-11-23T12:00', '-- --'],
  [{ opening_hours: 'Mo-Fr 08:00-18:00', amenity: 'marketplace' }, '2026-11-22T12:00', '-- --'],
  [{ route: 'ferry', highway: '', opening_hours: 'Apr-Oct 09:00-18:00' }, '2026-11-22T12:00', 'xx xx'],
  [{ seasonal: 'May-Oct' }, '2026-12-24T12:00', 'xx xx'],
  [{ seasonal: 'summer' }, '2026-12-24T12:00', '-- --'],
  // whole days: closed all day, or for a part of it
  [{ 'access:conditional': 'no @ (Nov-Apr)' }, '2026-12-24', 'xx xx'],
  [{ 'access:conditional': 'no @ (22:00-06:00)' }, '2026-12-24', '?? ??'],
  [{ 'access:conditional': 'no @ (Sa)' }, '2026-12-24', '-- --'],
  [{ 'access:conditional': 'no @ snow' }, '2026-12-24', '?? ??'],
  [{ 'access:conditional': 'no @ (08:00-10:00); no @ (11:00-12:00 AND wet)' }, '2026-12-24', '?? ??'],
  [{ opening_hours: 'Mo-Fr 08:00-18:00' }, '2026-11-22', 'xx xx'],
  // two tags at once: the more specific decides while it applies
  [{ 'access:conditional': 'no @ (Nov-Apr)', 'foot:conditional': 'yes @ (Dec)' }, '2026-12-24T08:00', '-- xx'],
  [{ 'access:conditional': 'no @ (Nov-Apr)', 'foot:conditional': 'yes @ (Dec)' }, '2026-11-24T08:00', 'xx xx'],
  [{ 'access:conditional': 'no @ (Nov-Apr)', opening_hours: '08:00-18:00' }, '2026-07-24T20:00', 'xx xx'],
]

describe('dated tags', () => {
  test.each(ROWS)('%j on %s: %s', (tags, at, expected) => {
    expect(reported(read(tags), at)).toBe(expected)
  })
  test('of others than walkers and riders, and plain values, are none', () => {
    expect(read({ foot: 'yes', bicycle: 'yes', 'access:conditional': 'destination @ (Nov-Apr)' })).toBeNull()
    expect(read({ 'motor_vehicle:conditional': 'no @ (Nov-Apr)' })).toBeNull()
    expect(hasDatedTags(new Map([['opening_hours', '24/7']]))).toBe(false)
    expect(hasDatedTags(new Map([['winter_service', 'yes']]))).toBe(false)
    expect(hasDatedTags(new Map([['maxspeed:conditional', '30 @ (22:00-06:00)']]))).toBe(false)
  })
  test('that cannot be read close nothing, and are kept as unclear', () => {
    const unclear: Record<string, string>[] = [
      { seasonal: 'winter' },
      { winter_service: 'no' },
      { snowplowing: 'no' },
      { opening_hours: 'ask' },
    ]
    for (const tags of unclear) expect(read(tags)!.tags.map(({ effect }) => effect)).toEqual(['unclear'])
  })
  test('of more combinations than are kept close nothing, and are unclear', () => {
    const many = Array.from({ length: 16 }, (_, i) => `no @ (${i}:00-${i}:30)`).join('; ')
    const restriction = read({ 'access:conditional': many, 'foot:conditional': many })!
    expect(restriction.tags.map(({ effect }) => effect)).toEqual(['unclear', 'unclear'])
    expect(reported(restriction, '2026-07-24T00:00')).toBe('-- --')
  })
  test('know the months in which they close', () => {
    const months = (mask: number) => [...Array(12).keys()].filter((m) => (mask >> m) & 1).map((m) => m + 1)
    const restriction = read({ 'access:conditional': 'no @ (Nov 15-May 15)' })!
    expect(restriction.closedMonths.map(months)).toEqual(Array(4).fill([1, 2, 3, 4, 5, 11, 12]))
    expect(restriction.unknownMonths).toEqual([0, 0, 0, 0])
    expect(read({ 'foot:conditional': 'no @ (2019 Jun 1-2019 Aug 31)' })!.closedMonths.map(months)).toEqual([
      [6, 7, 8],
      [6, 7, 8],
      [],
      [],
    ])
    expect(months(read({ 'foot:conditional': 'no @ (May AND wet)' })!.unknownMonths[0])).toEqual([5])
  })
  test('tell from when to when they close, and by which tag', () => {
    const winter = read({ 'access:conditional': 'no @ (Nov 15-May 15)', 'foot:conditional': 'no @ (22:00-06:00)' })!
    const span = (bit: number, at: string) => {
      const { from, to } = closedSpan(winter, bit, minute(at))
      return [from, to].map((m) => (m === null ? null : new Date(m * 60_000).toISOString().slice(0, 16)))
    }
    expect(span(4, '2026-12-24T08:00')).toEqual(['2026-11-15T00:00', '2027-05-16T00:00'])
    expect(span(1, '2026-07-24T01:00')).toEqual(['2026-07-23T22:00', '2026-07-24T06:00'])
    for (const at of ['22:00', '23:59'])
      expect(span(1, `2026-07-24T${at}`)).toEqual(['2026-07-24T22:00', '2026-07-25T06:00'])
    expect(closingTag(winter, 4, minute('2026-12-24T08:00'))!.key).toBe('access:conditional')
    expect(closingTag(winter, 1, minute('2026-07-24T01:00'))!.key).toBe('foot:conditional')
    const always = read({ access: 'no', 'access:conditional': 'no @ (May-Oct)' })!
    expect(closedSpan(always, 1, minute('2026-07-24T01:00'))).toEqual({ from: null, to: null })
  })
  test('name dangers for their time', () => {
    const slope = read({ 'hazard:conditional': 'avalanche @ (Dec-Apr)' })!
    const applies = (at: string) => tagApplies(slope, slope.tags[0], { minute: minute(at) })
    expect([applies('2026-12-24T08:00'), applies('2026-07-24T08:00')]).toEqual([YES, NO])
    const wet = read({ 'hazard:conditional': 'rockfall @ rain' })!
    expect(tagApplies(wet, wet.tags[0], { minute: 0 })).toBe(MAYBE)
  })
})

test('a conditional value has parts, each a value and conditions that must all hold', () => {
  expect(readConditionalValue('no @ (Nov-Apr; Sa 08:00-12:00 AND wet); yes@May')).toEqual([
    { value: 'no', conditions: ['Nov-Apr; Sa 08:00-12:00', 'wet'] },
    { value: 'yes', conditions: ['May'] },
  ])
  for (const text of ['no', '', '@', 'no @', 'no @ ()', 'no @ (a', 'a @ b @ c', 'No! @ May', 'no @ May; yes'])
    expect(readConditionalValue(text), text).toBeNull()
})
