// TravelSettings: how one travels, one input for routes, loops and the links that lead to them. What a request does not
// take is refused by its name; an omitted one takes the default of the profile, so the SDL has no defaults here.

import { say } from '../src/language/sentence.ts'
import { WALKER_ABOUT, fields, momentForms } from '../resolvers/input/input-fields.ts'
import {
  AVOID_ABOUT,
  AVOID_AREAS_ABOUT,
  AVOID_KINDS_ABOUT,
  AVOID_WAYS_ABOUT,
} from '../resolvers/input/setting-fields.ts'
import type { Walker } from '../src/course/pace-models.ts'
import { parseInput } from '../resolvers/pipeline/parse-input.ts'
import type { Operation } from '../resolvers/pipeline/operation.ts'
import { ServiceError, withPath } from '../src/errors.ts'
import {
  SETTING_NAMES,
  type TravelRequest,
  takenBy,
  type EnumName,
  SETTINGS,
  type SettingName,
  type SettingValue,
  type TakenBy,
  settingOf,
  describeApplied,
  describeSetting,
} from '../src/travel/settings.ts'
import { readAt } from '../src/travel/at.ts'
import { AVOID_KINDS, type Avoid } from '../src/travel/avoid.ts'
import { toSnake } from '../src/wire/key-case.ts'
import { inputFieldsOf } from './arguments.ts'
import { builder } from './builder.ts'
import { enumValues } from './code-enums.ts'
import { SacGradeEnum } from './grades.ts'

/** The input that carries the caller's own pace to operations that report times. */
export const WalkerInputType = builder.inputType('WalkerInput', {
  description: 'Your own pace, as the query `walker` returns it.',
  fields: (t) => ({
    factor: t.float({ required: true, description: 'Factor on the moving time of the model, 0.4 to 2.5.' }),
    spread: t.float({
      required: true,
      description: 'Standard deviation of the logarithm of moving time, 0.02 to 0.5; the bands come from it.',
    }),
  }),
})

/** The same as applied. */
export const AppliedWalkerType = builder.objectRef<Walker>('AppliedWalker').implement({
  description: 'The pace of one person, as applied.',
  fields: (t) => ({
    factor: t.exposeFloat('factor', { description: 'Factor on the moving time of the model.' }),
    spread: t.exposeFloat('spread', { description: 'Standard deviation of the logarithm of moving time.' }),
  }),
})

/** What the table calls a profile is a mode here: a profile is a chart of heights. */
const graphqlName = (name: SettingName): string => (name === 'profile' ? 'mode' : name)

type InputBuilder = PothosSchemaTypes.InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>

function settingEnum<Name extends EnumName>(name: Name) {
  const { about, words } = SETTINGS[name]
  const values = Object.entries(words).map(([value, description]) => [value.toUpperCase(), { value, description }])
  return builder.enumType(name === 'profile' ? 'TravelMode' : name[0].toUpperCase() + name.slice(1), {
    description: about,
    values: Object.fromEntries(values) as Record<string, { value: SettingValue<Name>; description: string }>,
  })
}

const ENUMS = Object.fromEntries(
  SETTING_NAMES.filter((name) => settingOf(name).type === 'enum').map((name) => [name, settingEnum(name as EnumName)]),
) as { [Name in EnumName]: ReturnType<typeof settingEnum<Name>> }
export const TravelModeEnum = ENUMS.profile

/** Those that a route takes. Inside a name is written as in REST: `max_sac`. */
export const SettingNameEnum = builder.enumType('SettingName', {
  description: 'What can be set about how you travel.',
  values: Object.fromEntries(
    takenBy('route').map((name) => [
      toSnake(graphqlName(name)).toUpperCase(),
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

/**
 * Travel settings in GraphQL, made from the one table (src/travel/settings.ts): enums and fields of inputs. Words are in
 * upper case here, the contract's own inside and in REST. One optional field of an input for each setting that a
 * request takes.
 */
function settingInputs(t: InputBuilder, request: TravelRequest) {
  return Object.fromEntries(
    takenBy(request).map((name) => [
      graphqlName(name),
      t.field({ type: typeOf(name) as 'Int', description: describeSetting(name, 'graphql') }),
    ]),
  )
}

/** What answers name the settings of. */
const APPLIED = ['route', 'matrix', 'loop', 'reach'] as const satisfies readonly TravelRequest[]

/** Whether each of these has it, however one travels. */
const isAlwaysApplied = (name: SettingName): boolean => {
  const { profiles, requests } = settingOf(name)
  return profiles.length === SETTINGS.profile.profiles.length && APPLIED.every((request) => requests.includes(request))
}

/** What is no row of the table, as it was requested: REST does not repeat it. */
interface BesideSettings {
  walker?: Walker | undefined
  avoid?: Avoid | undefined
  at?: string | undefined
}

/** What was applied with what stood beside it in the request; `request` null: nothing did. */
export const withBeside = <Applied extends object>(applied: Applied, request: object | null) => {
  const { walker, avoid, at }: BesideSettings = request ?? {}
  return { ...applied, walker, avoid, at }
}

const isDate = (at: string): boolean => readAt(at)?.wholeDay === true

const AppliedMomentType = builder.objectRef<string>('AppliedMoment').implement({
  description: 'A time, or a whole day there, as sent: the other is null.',
  fields: (t) => ({
    timeLocal: t.field({
      type: 'LocalDateTime',
      nullable: true,
      description: 'The time, with an offset if it was sent with one; null where a day was sent.',
      resolve: (at) => (isDate(at) ? null : at),
    }),
    date: t.field({
      type: 'Date',
      nullable: true,
      description: 'The day; null where a time was sent.',
      resolve: (at) => (isDate(at) ? at : null),
    }),
  }),
})

const AppliedAvoidType = builder.objectRef<Avoid>('AppliedAvoid').implement({
  description: 'What was not used.',
  fields: (t) => ({
    areas: t.field({
      type: 'GeoJSON',
      nullable: true,
      description: 'Areas, as a GeoJSON MultiPolygon; null where none were sent.',
      resolve: ({ areas }) =>
        areas === undefined ? null : { type: 'MultiPolygon', coordinates: areas.map(({ rings }) => rings) },
    }),
    ways: t.field({
      type: ['OsmId'],
      description: 'Ids of OpenStreetMap ways.',
      resolve: ({ ways = [] }) => [...ways],
    }),
    kinds: t.field({ type: [AvoidKindEnum], description: 'Kinds of way.', resolve: ({ kinds = [] }) => [...kinds] }),
  }),
})

export const AppliedSettingsType = builder
  .objectRef<Partial<Record<TakenBy<'route'>, unknown>> & BesideSettings>('AppliedSettings')
  .implement({
    description:
      'Every setting as applied: as it was sent, or its default. Null where the mode, or what was requested, does not take it.',
    fields: (t) => ({
      ...Object.fromEntries(
        takenBy('route').map((name) => [
          graphqlName(name),
          t.field({
            type: typeOf(name) as 'Int',
            nullable: !isAlwaysApplied(name),
            description: describeApplied(name),
            resolve: (settings) => (settings[name] ?? null) as never,
          }),
        ]),
      ),
      walker: t.field({
        type: AppliedWalkerType,
        nullable: true,
        description: 'Your own pace; null where none was sent: a typical walker.',
        resolve: ({ walker }) => walker,
      }),
      avoid: t.field({
        type: AppliedAvoidType,
        nullable: true,
        description: 'What was not used; null where nothing was sent.',
        resolve: ({ avoid }) => avoid,
      }),
      at: t.field({
        type: AppliedMomentType,
        nullable: true,
        description: 'When the start is left; null where nothing was sent: dates were not regarded.',
        resolve: ({ at }) => at,
      }),
    }),
  })

const MomentInputType = builder.inputType('MomentInput', {
  description: 'A time, or a whole day there.',
  isOneOf: true,
  fields: (t) => inputFieldsOf(t, momentForms, { time: 'LocalDateTime' }),
})

export const TravelSettingsType = builder.inputType('TravelSettings', {
  description:
    'How you travel. Omitted fields take their defaults, which depend on the mode; a route names them in `settingsDefaulted`.',
  fields: (t) => ({
    ...settingInputs(t, 'routeTo'),
    walker: t.field({ type: WalkerInputType, description: WALKER_ABOUT }),
    avoid: t.field({ type: AvoidInputType, description: AVOID_ABOUT }),
    at: t.field({
      type: MomentInputType,
      description:
        'When the start is left. What the map closes on arrival is not used, and `closuresAvoided` names it. Left out: ways that are closed at times are used, and listed in `unknowns`. Routes only.',
    }),
  }),
})

/** Members that are no row of the table of settings. */
const BESIDE_SETTINGS = ['walker', 'avoid', 'at'] as const
const OF_ROUTES_ONLY: readonly string[] = ['at']
const WITHOUT_DATE: readonly TravelRequest[] = ['loop', 'reach', 'matrix']

type Settings = Record<string, unknown> | null | undefined

/** What was given, an explicit null being the same as left out. */
export function givenSettings(settings: Settings): Record<string, unknown> {
  const given = ofMode(withoutNulls(settings ?? {}))
  return given.avoid === undefined ? given : { ...given, avoid: withoutNulls(given.avoid as object) }
}

const withMoment = fields({ at: momentForms })

/** `at` as the operations have it. Throws ServiceError `invalid_input` naming the member. */
function momentOf(given: Record<string, unknown>): { at?: string } {
  if (given.at === undefined) return {}
  const { at } = parseInput({ input: withMoment }, given)
  return { at: at.time ?? at.date }
}

/** An input with a `mode` as the operations have it. */
export const ofMode = ({ mode, ...rest }: Record<string, unknown>): Record<string, unknown> =>
  mode === undefined ? rest : { ...rest, profile: mode }

const withoutNulls = (members: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== undefined))

/**
 * An operation's input out of `members` and `settings`. Errors name fields as GraphQL has them, after `argument`, where
 * they stand (`input.`). Throws ServiceError `invalid_input`, `setting_refused`.
 */
export function parseTravel<Input>(
  operation: Readonly<Operation<Input, unknown>>,
  request: TravelRequest,
  members: object,
  settings: Settings,
  argument = '',
): Input {
  const given = givenSettings(settings)
  const beside = BESIDE_SETTINGS.filter((name) => !WITHOUT_DATE.includes(request) || !OF_ROUTES_ONLY.includes(name))
  const taken: readonly string[] = [...takenBy(request), ...beside]
  for (const name of Object.keys(given))
    if (!taken.includes(name))
      throw new ServiceError(say('error.setting_refused.graphql', { field: `${argument}settings.${name}`, request }), {
        inputPath: `${argument}settings.${name}`,
      })
  try {
    return parseInput(operation, { ...members, ...given, ...momentOf(given) })
  } catch (thrown) {
    throw renamed(thrown, argument)
  }
}

const IN_SETTINGS: ReadonlySet<string> = new Set(
  [...SETTING_NAMES, ...BESIDE_SETTINGS].filter((name) => name !== 'straightLegs'),
)

/** What REST calls otherwise, of a loop and of a reach. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  distanceM: 'lengthM',
  direction: 'bearingDeg',
  minutes: 'within.movingS',
  metres: 'within.lengthM',
}

/** An error about a field names its place in GraphQL. */
export async function inGraphqlWords<T>(work: Promise<T>, argument = ''): Promise<T> {
  try {
    return await work
  } catch (thrown) {
    throw renamed(thrown, argument)
  }
}

function renamed(thrown: unknown, argument: string): unknown {
  return withPath(thrown, (inputPath) => {
    const [name] = inputPath.split(/[.[]/)
    return (
      argument +
      (IN_SETTINGS.has(name)
        ? `settings.${name === 'profile' ? 'mode' : inputPath}`
        : name in OWN_NAMES
          ? inputPath.replace(name, OWN_NAMES[name])
          : inputPath
              .replace(/^((?:waypoints|sources|targets)\[\d+\]|start|from)\[/, '$1.at[')
              .replace(/^(waypoints\[\d+\])\.(trail|from|to|direction)\b/, '$1.follow.$2'))
    )
  })
}

const AvoidKindEnum = builder.enumType('AvoidKind', {
  description: 'A kind of way that can be avoided.',
  values: enumValues(AVOID_KINDS),
})

/** AvoidInput: what a route or a loop must not use. */
const AvoidInputType = builder.inputType('AvoidInput', {
  description: 'Areas, ways and kinds of way that must not be used.',
  fields: (t) => ({
    areas: t.field({ type: 'GeoJSON', description: AVOID_AREAS_ABOUT }),
    ways: t.field({ type: ['OsmId'], description: AVOID_WAYS_ABOUT }),
    kinds: t.field({ type: [AvoidKindEnum], description: AVOID_KINDS_ABOUT }),
  }),
})
