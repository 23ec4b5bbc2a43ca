// TravelSettings: how one travels, one input for routes, loops and the links that lead to them. What a request does not
// take is refused by its name; an omitted one takes the default of the profile, so the SDL has no defaults here.

import { AT_ABOUT } from '../resolvers/input/at-field.ts'
import { AVOID_ABOUT, AVOID_AREAS_ABOUT, AVOID_KINDS_ABOUT, AVOID_WAYS_ABOUT } from '../resolvers/input/avoid-field.ts'
import { parseInput } from '../resolvers/pipeline/parse-input.ts'
import type { Operation } from '../resolvers/pipeline/operation.ts'
import { ServiceError, withPath } from '../src/errors.ts'
import { SETTING_NAMES, type TravelRequest, takenBy } from '../src/travel/settings.ts'
import { builder } from './builder.ts'
import { settingInputs } from './setting-fields.ts'
import { WALKER_ABOUT, WalkerInputType } from './walker-input.ts'
import { AVOID_KINDS } from '../src/travel/avoid.ts'
import { enumValues } from './enum-values.ts'

export const TravelSettingsType = builder.inputType('TravelSettings', {
  description:
    'How you travel. Omitted fields take their defaults, which depend on the profile; a route names them in settingsDefaulted.',
  fields: (t) => ({
    ...settingInputs(t, 'routeTo'),
    walker: t.field({ type: WalkerInputType, description: WALKER_ABOUT }),
    avoid: t.field({ type: AvoidInputType, description: AVOID_ABOUT }),
    at: t.string({ description: `${AT_ABOUT} Routes only.` }),
  }),
})

/** Members that are no row of the table of settings. */
const BESIDE_SETTINGS = ['walker', 'avoid', 'at'] as const
const OF_ROUTES_ONLY: readonly string[] = ['at']
const WITHOUT_DATE: readonly TravelRequest[] = ['loop', 'reach', 'matrix']

type Settings = Record<string, unknown> | null | undefined

/** What was given, an explicit null being the same as left out. */
export function givenSettings(settings: Settings): Record<string, unknown> {
  const given = withoutNulls(settings ?? {})
  return given.avoid === undefined ? given : { ...given, avoid: withoutNulls(given.avoid as object) }
}

const withoutNulls = (members: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== undefined))

/**
 * An operation's input out of `fields` and `settings`. Errors name fields as GraphQL has them, after `argument`, where
 * they stand (`input.`). Throws ServiceError `invalid_input`, `setting_refused`.
 */
export function parseTravel<Input>(
  resolver: Readonly<Operation<Input, unknown>>,
  request: TravelRequest,
  fields: object,
  settings: Settings,
  argument = '',
): Input {
  const given = givenSettings(settings)
  const beside = BESIDE_SETTINGS.filter((name) => !WITHOUT_DATE.includes(request) || !OF_ROUTES_ONLY.includes(name))
  const taken: readonly string[] = [...takenBy(request), ...beside]
  for (const name of Object.keys(given))
    if (!taken.includes(name))
      throw new ServiceError(
        'setting_refused',
        `\`${argument}settings.${name}\` is no setting of a ${request}. Leave it out.`,
        { inputPath: `${argument}settings.${name}` },
      )
  try {
    return parseInput(resolver, { ...fields, ...given })
  } catch (thrown) {
    throw renamed(thrown, argument)
  }
}

const IN_SETTINGS: ReadonlySet<string> = new Set(
  [...SETTING_NAMES, ...BESIDE_SETTINGS].filter((name) => name !== 'straightLegs'),
)

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
    const isLength = argument !== '' && (name === 'distanceM' || name === 'distanceKm')
    return (
      argument +
      (IN_SETTINGS.has(name)
        ? `settings.${inputPath}`
        : isLength
          ? `length.${inputPath}`
          : name === 'minutes' || name === 'metres'
            ? `within.${inputPath}`
            : inputPath
                .replace(/^((?:waypoints|sources|targets)\[\d+\]|start|from)\[/, '$1.at[')
                .replace(/^(waypoints\[\d+\])\.(trail|from|to|direction)\b/, '$1.follow.$2'))
    )
  })
}

// AvoidInput: what a route or a loop must not use.

const AvoidKindEnum = builder.enumType('AvoidKind', {
  description: 'A kind of way that can be avoided.',
  values: enumValues(AVOID_KINDS),
})

const AvoidInputType = builder.inputType('AvoidInput', {
  description: 'Areas, ways and kinds of way that must not be used.',
  fields: (t) => ({
    areas: t.field({ type: 'GeoJSON', description: AVOID_AREAS_ABOUT }),
    ways: t.field({ type: ['OsmId'], description: AVOID_WAYS_ABOUT }),
    kinds: t.field({ type: [AvoidKindEnum], description: AVOID_KINDS_ABOUT }),
  }),
})
