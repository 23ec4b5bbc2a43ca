// The input fields of travel settings, made from the one table (src/travel/settings.ts).

import type { z } from 'zod'
import {
  type SettingName,
  type SettingValue,
  type TakenBy,
  type TravelRequest,
  settingOf,
  takenBy,
  wordsOf,
} from '../../src/travel/settings.ts'
import { describeSetting } from '../../src/travel/describe-setting.ts'
import { flag, integerFrom, listOf, numberFrom, oneOf } from './input-fields.ts'

type SettingFields<Request extends TravelRequest> = {
  [Name in TakenBy<Request>]: z.ZodOptional<z.ZodType<SettingValue<Name>>>
}

/** One optional field for each setting that a request takes. */
export function settingFields<Request extends TravelRequest>(request: Request): SettingFields<Request> {
  return Object.fromEntries(
    takenBy(request).map((name) => [name, settingField(name).optional().describe(describeSetting(name))]),
  ) as unknown as SettingFields<Request>
}

/** What a setting takes, without its words. */
export function settingField<Name extends SettingName>(name: Name): z.ZodType<SettingValue<Name>> {
  const row = settingOf(name)
  const field =
    row.type === 'enum'
      ? oneOf(Object.keys(row.words) as [string])
      : row.type === 'boolean'
        ? flag()
        : row.type === 'integer'
          ? integerFrom(row.min, row.max)
          : row.type === 'number'
            ? numberFrom(row.min, row.max, row.unit)
            : listOf(integerFrom(row.min, row.max), 0, row.maxItems, row.items)
  return field as unknown as z.ZodType<SettingValue<Name>>
}

/** A profile; the caller describes what it decides. */
export function profileField() {
  return oneOf(wordsOf('profile'))
}
