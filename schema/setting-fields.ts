// Travel settings in GraphQL, made from the one table (src/travel/settings.ts): enums, fields of inputs, and fields of
// what was applied. Words are in upper case here, the contract's own inside and in REST.

import {
  type AppliedSettings,
  type EnumName,
  SETTINGS,
  SETTING_NAMES,
  type SettingName,
  type SettingValue,
  type TakenBy,
  type TravelRequest,
  settingOf,
  takenBy,
} from '../src/travel/settings.ts'
import { describeApplied, describeSetting } from '../src/travel/describe-setting.ts'
import { toSnake } from '../src/wire/key-case.ts'
import { type FieldBuilder, builder } from './builder.ts'
import { SacGradeEnum } from './grades.ts'

type InputBuilder = PothosSchemaTypes.InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>

function settingEnum<Name extends EnumName>(name: Name) {
  const { about, words } = SETTINGS[name]
  const values = Object.entries(words).map(([value, description]) => [value.toUpperCase(), { value, description }])
  return builder.enumType(name[0].toUpperCase() + name.slice(1), {
    description: about,
    values: Object.fromEntries(values) as Record<string, { value: SettingValue<Name>; description: string }>,
  })
}

const ENUMS = Object.fromEntries(
  SETTING_NAMES.filter((name) => settingOf(name).type === 'enum').map((name) => [name, settingEnum(name as EnumName)]),
) as { [Name in EnumName]: ReturnType<typeof settingEnum<Name>> }
export const ProfileEnum = ENUMS.profile

/** Inside a name is written as in REST: `max_sac`. */
export const SettingNameEnum = builder.enumType('SettingName', {
  description: 'What can be set about how you travel.',
  values: Object.fromEntries(
    SETTING_NAMES.map((name) => [
      toSnake(name).toUpperCase(),
      { value: toSnake(name), description: SETTINGS[name].about },
    ]),
  ),
})

/** How GraphQL writes a value of a setting. */
function typeOf(name: SettingName) {
  const row = settingOf(name)
  if (row.type === 'enum') return ENUMS[name as EnumName]
  if (row.type === 'integer[]') return ['Int'] as const
  if (row.type === 'integer') return row.sacGrade ? SacGradeEnum : 'Int'
  return row.type === 'boolean' ? 'Boolean' : 'Float'
}

/** One optional field of an input for each setting that a request takes. */
export function settingInputs(t: InputBuilder, request: TravelRequest) {
  return Object.fromEntries(
    takenBy(request).map((name) => [
      name,
      t.field({ type: typeOf(name) as 'Int', description: describeSetting(name, 'graphql') }),
    ]),
  )
}

/** One field of an answer for each setting that a request takes; null where the profile does not take it. */
export function appliedSettings<Request extends TravelRequest>(
  t: FieldBuilder<AppliedSettings<Request>>,
  request: Request,
) {
  return Object.fromEntries(
    takenBy(request).map((name) => [
      name,
      t.field({
        type: typeOf(name) as 'Int',
        nullable: settingOf(name).profiles.length < SETTINGS.profile.profiles.length,
        description: describeApplied(name),
        resolve: (settings) => (settings as Record<TakenBy<Request>, never>)[name] ?? null,
      }),
    ]),
  )
}
