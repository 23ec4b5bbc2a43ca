import { expect, test } from 'vitest'
import { planRouteInput } from '../../resolvers/routing.ts'
import { matrixInput } from '../../resolvers/matrix.ts'
import { reachInput } from '../../resolvers/reach.ts'
import { roundTripsInput } from '../../resolvers/round-trips.ts'
import { settingField } from '../../resolvers/input/setting-fields.ts'
import { SETTING_NAMES, settingOf, SETTINGS, takenBy, describeSetting } from '../../src/travel/settings.ts'
import { printedSchema } from '../../schema/print-schema.ts'

test('the default of every setting is a value that it takes', () => {
  for (const name of SETTING_NAMES)
    expect(settingField(name).safeParse(settingOf(name).default).success, name).toBe(true)
})

test('bounds are taken, what lies beyond them is not', () => {
  for (const name of SETTING_NAMES) {
    const row = settingOf(name)
    if (row.type !== 'number' && row.type !== 'integer') continue
    for (const [value, isTaken] of [
      [row.min, true],
      [row.max, true],
      [row.min - 1, false],
      [row.max + 1, false],
      [String(row.min), false],
    ] as const)
      expect(settingField(name).safeParse(value).success, `${name} ${value}`).toBe(isTaken)
  }
})

test('both transports take the settings of the table, and describe them from it', () => {
  const fieldsOf = (type: string) =>
    [...new RegExp(`input ${type} \\{([\\s\\S]*?)\\n\\}`).exec(printedSchema())![1].matchAll(/^ {2}(\w+):/gm)].map(
      ([, name]) => name,
    )
  const requested = new Set(['walker', 'avoid', 'at'])
  for (const [request, type, input] of [
    ['route', 'RouteInput', planRouteInput],
    ['loop', null, roundTripsInput],
    ['reach', null, reachInput],
    ['matrix', 'MatrixInput', matrixInput],
  ] as const) {
    if (type !== null) expect(fieldsOf(type)).toContain('settings')
    for (const name of takenBy(request)) {
      // legs are those of the waypoints beside them, so this one is no member of the shared input
      if (name === 'straightLegs') expect(fieldsOf(type!)).toContain(name)
      else requested.add(name)
      expect(input.shape[name as 'profile'].description, name).toBe(describeSetting(name))
    }
  }
  for (const name of takenBy('routeTo')) requested.add(name)
  const named = [...requested].map((name) => (name === 'profile' ? 'mode' : name))
  expect(fieldsOf('TravelSettings').sort()).toEqual(named.sort())
})

test('the addresses of the explorer name no two settings alike', () => {
  const keys = SETTING_NAMES.map((name) => SETTINGS[name].address).filter((key) => key !== null)
  expect(new Set(keys).size).toBe(keys.length)
})
