// The one table of travel settings. Each is declared once: its type, bounds or enum values, default, the profiles and
// requests that accept it, what it does, and how the explorer shows it. The table generates: input schemas
// (resolvers/input/setting-fields.ts), GraphQL inputs, outputs and enums (schema/travel-settings.ts), OpenAPI, the
// defaults and refusals (src/routing/costs/route-settings.ts), the capabilities, and the explorer's form and addresses
// (src/web). What a setting costs is in src/routing/costs/cost-model.ts, what the explorer calls it in src/web/i18n.
// Pure, so that a browser may load it.

import type { Words } from '../language/generated/message-values.ts'
import { MAX_WAYPOINTS } from './limits.ts'

export const PROFILES = ['hike', 'run', 'bike'] as const
export type Profile = (typeof PROFILES)[number]
const ON_FOOT = ['hike', 'run'] as const
const BY_BIKE = ['bike'] as const

/** A waypoint route, a route to a place (the link), a matrix, a loop, the Valhalla-shaped route, a reach. */
export type TravelRequest = 'route' | 'routeTo' | 'matrix' | 'loop' | 'trip' | 'reach'
const ROUTES = ['route', 'routeTo', 'matrix'] as const
const ROUTES_AND_LOOPS = [...ROUTES, 'loop'] as const
/** Of settings that forbid ways. */
const ROUTES_AND_REACH = [...ROUTES, 'reach'] as const
const ALL_BUT_TRIPS = [...ROUTES, 'loop', 'reach'] as const

interface SettingFacts {
  profiles: readonly Profile[]
  requests: readonly TravelRequest[]
  /** one or two sentences for callers, without bounds and default */
  about: string
  /** its meaning in an answer, without the full stop */
  applied: string
  /** its key in the explorer's addresses; null: not in the form */
  address: string | null
}
type SettingKind =
  /** enum values with their meanings */
  | { type: 'enum'; words: Readonly<Record<string, string>>; default: string }
  | { type: 'boolean'; default: boolean }
  /** `sacGrade`: GraphQL writes 3 as T3 */
  | { type: 'integer'; min: number; max: number; default: number; sacGrade?: boolean }
  /** shown in the explorer as a slider in steps of `step`, or as a list of `choices` */
  | {
      type: 'number'
      min: number
      max: number
      default: number
      unit?: Words['unit']
      step?: number
      choices?: number[]
    }
  | { type: 'integer[]'; min: number; max: number; maxItems: number; items: Words['items']; default: readonly number[] }
export type Setting = SettingFacts & SettingKind

/** In the order in which answers list them; the last two belong to `/route/v1` only. */
export const SETTINGS = {
  profile: {
    type: 'enum',
    words: { hike: 'On foot, walking.', run: 'On foot, running.', bike: 'On a bicycle.' },
    default: 'hike',
    profiles: PROFILES,
    requests: ALL_BUT_TRIPS,
    about: 'How you travel.',
    applied: 'How you travel',
    address: 'p',
  },
  maxSac: {
    type: 'integer',
    min: 1,
    max: 6,
    default: 3,
    sacGrade: true,
    profiles: ON_FOOT,
    requests: ALL_BUT_TRIPS,
    about: 'Hardest SAC grade that may be used.',
    applied: 'Hardest SAC grade that may be used',
    address: 'sac',
  },
  markedTrails: {
    type: 'enum',
    words: {
      strict: 'Only signed trails; an error where they do not reach the goal.',
      prefer: 'Signed trails are preferred where they are not much longer.',
      off: 'Signed trails are treated like any other way.',
    },
    default: 'prefer',
    profiles: ON_FOOT,
    requests: ALL_BUT_TRIPS,
    about: 'How signed trails are treated.',
    applied: 'How signed trails are treated',
    address: 'marked',
  },
  avoidPaved: {
    type: 'boolean',
    default: false,
    profiles: PROFILES,
    requests: ROUTES_AND_LOOPS,
    about: 'Avoids paved ways where it can.',
    applied: 'Whether paved ways are avoided',
    address: 'unpaved',
  },
  avoidSteps: {
    type: 'boolean',
    default: false,
    profiles: PROFILES,
    requests: ROUTES_AND_LOOPS,
    about: 'Avoids steps where it can, e.g. with a pram, a dog or bad knees.',
    applied: 'Whether the way goes around steps where it can',
    address: 'nosteps',
  },
  hills: {
    type: 'number',
    min: -1,
    max: 1,
    step: 0.25,
    default: 0,
    profiles: PROFILES,
    requests: ROUTES_AND_LOOPS,
    about: '-1 avoids climbing, 1 seeks it.',
    applied: '-1 avoids climbing, 1 seeks it',
    address: 'hills',
  },
  shortest: {
    type: 'boolean',
    default: false,
    profiles: PROFILES,
    requests: ROUTES,
    about: 'The shortest way instead of the best one.',
    applied: 'Whether the shortest way was requested',
    address: 'short',
  },
  bicycleType: {
    type: 'enum',
    words: {
      road: 'A road bike: keeps to smooth surfaces.',
      hybrid: 'A trekking or city bike: roads, tracks and firm paths.',
      mountain: 'A mountain bike: takes rough tracks and graded paths.',
    },
    default: 'hybrid',
    profiles: BY_BIKE,
    requests: ALL_BUT_TRIPS,
    about: 'Kind of bicycle: decides which surfaces and paths suit it.',
    applied: 'Kind of bicycle',
    address: 'bike',
  },
  push: {
    type: 'enum',
    words: {
      allowed:
        'Where riding is forbidden but walking is not, the bicycle may be pushed, at the price of a long detour.',
      never: 'Only ways that may be ridden; an error where they do not reach the goal.',
    },
    default: 'allowed',
    profiles: BY_BIKE,
    requests: ROUTES_AND_REACH,
    about: 'Whether to push the bicycle where riding is forbidden.',
    applied: 'Whether the bicycle is pushed where riding is forbidden',
    address: 'push',
  },
  straightLegs: {
    type: 'integer[]',
    min: 0,
    max: MAX_WAYPOINTS - 2,
    maxItems: MAX_WAYPOINTS - 1,
    items: 'leg_numbers',
    default: [],
    profiles: PROFILES,
    requests: ['route'],
    about: 'Legs drawn straight, counted from 0: leg 0 joins waypoint 0 to waypoint 1. Nothing is claimed about them.',
    applied: 'Legs drawn straight, counted from 0',
    address: null,
  },
  snapRadiusM: {
    type: 'number',
    min: 10,
    max: 5000,
    unit: 'metres',
    choices: [50, 200, 500, 1000, 5000],
    default: 500,
    profiles: PROFILES,
    requests: ROUTES_AND_REACH,
    about: 'How far a waypoint may lie from a usable way.',
    applied: 'How far a waypoint may lie from a usable way, metres',
    address: 'snap',
  },
  useRoads: {
    type: 'number',
    min: 0,
    max: 1,
    default: 0.5,
    profiles: BY_BIKE,
    requests: ['trip'],
    about: '0 avoids roads, 1 prefers them, 0.5 leaves costs as they are.',
    applied: '0 avoids roads, 1 prefers them',
    address: null,
  },
  useFerry: {
    type: 'number',
    min: 0,
    max: 1,
    default: 0.5,
    profiles: PROFILES,
    requests: ['trip'],
    about: '0 avoids ferries, 1 prefers them, 0.5 leaves costs as they are.',
    applied: '0 avoids ferries, 1 prefers them',
    address: null,
  },
} as const satisfies Record<string, Setting>

type Table = typeof SETTINGS
export type SettingName = keyof Table
type Snake<Camel extends string> = Camel extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : Camel
/** A setting's name in answers of REST. */
export type WireSettingName<Name extends SettingName = SettingName> = Snake<Name>
export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[]

type ValueOf<Row> = Row extends { type: 'enum'; words: infer Words }
  ? keyof Words
  : Row extends { type: 'boolean' }
    ? boolean
    : Row extends { type: 'integer[]' }
      ? number[]
      : number
export type SettingValue<Name extends SettingName> = ValueOf<Table[Name]>
export type EnumName = { [Name in SettingName]: Table[Name]['type'] extends 'enum' ? Name : never }[SettingName]

/** Names of the settings that a request accepts. */
export type TakenBy<Request extends TravelRequest> = {
  [Name in SettingName]: Request extends Table[Name]['requests'][number] ? Name : never
}[SettingName]
/** Settings in a request: all are optional. */
export type RequestedSettings<Request extends TravelRequest> = { [Name in TakenBy<Request>]?: SettingValue<Name> }

type ForEveryProfile = {
  [Name in SettingName]: Profile extends Table[Name]['profiles'][number] ? Name : never
}[SettingName]
/** Settings as applied: those of every profile are always present, others only if the profile accepts them. */
export type AppliedSettings<Request extends TravelRequest> = {
  [Name in TakenBy<Request> & ForEveryProfile]: SettingValue<Name>
} & { [Name in Exclude<TakenBy<Request>, ForEveryProfile>]?: SettingValue<Name> }

export function takenBy<Request extends TravelRequest>(request: Request): readonly TakenBy<Request>[] {
  return SETTING_NAMES.filter((name) =>
    (SETTINGS[name].requests as readonly TravelRequest[]).includes(request),
  ) as TakenBy<Request>[]
}

/** The row of a setting, as its general type. */
export function settingOf(name: SettingName): Setting {
  return SETTINGS[name]
}

/** The values of an enum in the order of the table. */
export function wordsOf<Name extends EnumName>(name: Name): readonly [SettingValue<Name>, ...SettingValue<Name>[]] {
  return Object.keys(SETTINGS[name].words) as never
}

/** Settings shown in the explorer's form. */
export type FormName = { [Name in SettingName]: Table[Name]['address'] extends string ? Name : never }[SettingName]
export const FORM_NAMES = SETTING_NAMES.filter((name) => SETTINGS[name].address !== null) as readonly FormName[]

/**
 * The words of a travel setting for callers, from its row in the table: what it does, its bounds, its default, and who
 * may use it. Description for clients of either transport: what it does, its bounds, its default, who accepts it.
 */
export function describeSetting(name: SettingName, transport: 'rest' | 'graphql' = 'rest'): string {
  const row = settingOf(name)
  const sentences = [row.about]
  const digits = (value: number) => value.toLocaleString('en-GB')
  if (row.type === 'integer' && row.sacGrade && transport === 'graphql') sentences.push(`Default T${row.default}.`)
  else if (row.type === 'integer' || row.type === 'number')
    sentences.push(
      `${digits(row.min)} to ${digits(row.max)}${row.type === 'number' && row.unit ? ` ${row.unit}` : ''}, default ${row.default}.`,
    )
  else if (row.type === 'enum')
    sentences.push(`Default ${transport === 'graphql' ? row.default.toUpperCase() : row.default}.`)
  else sentences.push(`Default ${row.type === 'integer[]' ? 'none' : row.default}.`)
  if (row.profiles === ON_FOOT) sentences.push('Applies on foot only.')
  if (row.profiles === BY_BIKE) sentences.push('Applies by bicycle only.')
  return sentences.join(' ')
}

/** Description of a setting in an answer. */
export function describeApplied(name: SettingName): string {
  const row = settingOf(name)
  const taken: readonly TravelRequest[] = row.requests
  const untaken = ALL_BUT_TRIPS.every((request) => taken.includes(request)) ? '' : '; null where the request takes none'
  const absent = row.profiles === ON_FOOT ? '; null by bicycle' : row.profiles === BY_BIKE ? '; null on foot' : untaken
  return `${row.applied}${absent}.`
}
