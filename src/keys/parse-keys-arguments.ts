// The command line of `npm run keys`: which action on which key or project. Every mistake gets one sentence that says
// what to write instead. Opens nothing.

import { COMMON_HELP, readCommandLine } from '../config/command-line.ts'
import { ServiceError } from '../errors.ts'
import { readOrigin } from '../metering/origin.ts'
import { PLANS, PLAN_NAMES, type PlanName, type PlanOverrides } from '../metering/plans.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts'

export const KEYS_HELP = `Creates and manages the keys of this service. A running server applies every change within 2 seconds.

  npm run keys -- create --project NAME [options]   creates a key and prints it, once: only its SHA-256 is stored
  npm run keys -- list [--project NAME]             keys by their first 12 characters, with plan, credits used and state
  npm run keys -- show PREFIX                       one key: its project's credits, and its calls per operation this month
  npm run keys -- revoke PREFIX                     revokes a key; calls with it get 401 from then on
  npm run keys -- rotate PREFIX [--grace 24h]       replaces a key by a new one; the old one ends now or after the grace (s, m, h, d)
  npm run keys -- plan PROJECT --plan PLAN          changes the plan of a project; credits already counted stay
  npm run keys -- plans                             the plans and their limits
  npm run keys -- move                              copies the keys, projects and counted credits of the data folder into the
                                                    database of DATABASE_URL; can be repeated, adds only what is new
  npm run keys -- restore FILE                      puts a backup of accounts.sqlite in place of the keys of the data folder;
                                                    the server must be stopped

Options of create:
  --project NAME      the project whose credits, slots and ceilings the key uses, shared by all its keys
  --plan PLAN         ${Object.keys(PLANS)
    .filter((name) => name !== 'none')
    .join(', ')} (default free); an existing project keeps its plan
  --browser           a key for web pages (svc_pub_...), 2 requests a second for each visitor
  --origin ORIGIN     where a browser key works: scheme, host and port, e.g. https://example.org or http://localhost:5173;
                      https://*.example.org covers every name below example.org. Repeat for each origin
  --note TEXT         a reminder for yourself
Options of create and plan, overriding the plan:
  --credits N         credits a month
  --rate N|off        requests a second
  --slots N           heavy requests at once
Everywhere:
  --json              JSON instead of text
${COMMON_HELP}

With DATABASE_URL set, keys are in that database instead of the data folder.`

export type KeysArguments = { json: boolean; dataDir: string | null } & (
  | {
      action: 'create'
      project: string
      plan: PlanName | null
      overrides: PlanOverrides
      browser: boolean
      origins: string[]
      note: string
    }
  | { action: 'list'; project: string | null }
  | { action: 'show' | 'revoke'; prefix: string }
  | { action: 'rotate'; prefix: string; graceMs: number }
  | { action: 'plan'; project: string; plan: PlanName; overrides: PlanOverrides }
  | { action: 'plans' }
  | { action: 'move' }
  | { action: 'restore'; file: string }
)

const OPTIONS = {
  project: { type: 'string' },
  plan: { type: 'string' },
  browser: { type: 'boolean' },
  origin: { type: 'string', multiple: true },
  note: { type: 'string' },
  credits: { type: 'string' },
  rate: { type: 'string' },
  slots: { type: 'string' },
  grace: { type: 'string' },
  json: { type: 'boolean' },
} as const
type Option = keyof Values
const TAKES: Record<KeysArguments['action'], readonly Option[]> = {
  create: ['project', 'plan', 'browser', 'origin', 'note', 'credits', 'rate', 'slots'],
  list: ['project'],
  show: [],
  revoke: [],
  rotate: ['grace'],
  plan: ['plan', 'credits', 'rate', 'slots'],
  plans: [],
  move: [],
  restore: [],
}
const EXAMPLE_OF = { PREFIX: 'svc_AbCdEfGh', PROJECT: 'my-app --plan pro', FILE: '/srv/backup/accounts.sqlite' }
const UNIT_MS: Record<string, number> = { s: 1000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS }

/** Returns null if help is requested. Throws ServiceError `invalid_input`. */
export function parseKeysArguments(argv: readonly string[]): KeysArguments | null {
  const { values, positionals } = readCommandLine('keys', argv, OPTIONS)
  if (values.help === true || positionals.length === 0) return null
  const [word, ...rest] = positionals
  if (!Object.hasOwn(TAKES, word))
    throw mistake(`There is no action "${word}": use one of ${Object.keys(TAKES).join(', ')}.`)
  const action = word as KeysArguments['action']
  for (const option of Object.keys(values) as Option[])
    if (!['data', 'env-file', 'json', 'help', ...TAKES[action]].includes(option))
      throw mistake(`${action} takes no --${option}: see npm run keys -- --help.`)
  const common = { json: values.json ?? false, dataDir: values.data ?? null }
  const only = (what: keyof typeof EXAMPLE_OF): string => {
    if (rest.length !== 1)
      throw mistake(`${action} takes one ${what}, e.g. npm run keys -- ${action} ${EXAMPLE_OF[what]}.`)
    return rest[0]
  }
  const nothing = (): void => {
    if (rest.length > 0) throw mistake(`${action} takes no "${rest[0]}": see npm run keys -- --help.`)
  }
  const overrides = (): PlanOverrides => ({
    ...(values.credits === undefined ? {} : { credits: whole('credits', values.credits, 1e12) }),
    ...(values.rate === undefined
      ? {}
      : { ratePerS: values.rate === 'off' ? Infinity : whole('rate', values.rate, 1e6) }),
    ...(values.slots === undefined ? {} : { slots: whole('slots', values.slots, 1000) }),
  })
  switch (action) {
    case 'create':
      nothing()
      return { ...common, action, ...readNewKey(values), overrides: overrides() }
    case 'list':
      nothing()
      return { ...common, action, project: values.project ?? null }
    case 'plans':
    case 'move':
      nothing()
      return { ...common, action }
    case 'plan':
      if (values.plan === undefined)
        throw mistake('Which plan? Add --plan, e.g. npm run keys -- plan my-app --plan pro.')
      return {
        ...common,
        action,
        project: readProject(only('PROJECT')),
        plan: readPlan(values.plan),
        overrides: overrides(),
      }
    case 'restore':
      return { ...common, action, file: only('FILE') }
    case 'rotate':
      return { ...common, action, prefix: only('PREFIX'), graceMs: readGrace(values.grace) }
    default:
      return { ...common, action, prefix: only('PREFIX') }
  }
}

type Values = ReturnType<typeof readCommandLine<typeof OPTIONS>>['values']

function readNewKey(values: Values) {
  const project = readProject(values.project ?? '')
  const browser = values.browser ?? false
  const origins = [...new Set((values.origin ?? []).map(origin))]
  if (browser && origins.length === 0)
    throw mistake('A browser key works only from listed origins: add --origin, e.g. --origin https://example.org.')
  if (!browser && origins.length > 0)
    throw mistake('Only browser keys have origins: add --browser, or leave --origin out.')
  return {
    project,
    plan: values.plan === undefined ? null : readPlan(values.plan),
    browser,
    origins,
    note: (values.note ?? '').slice(0, 200),
  }
}

function readProject(given: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/.test(given))
    throw mistake(
      given === ''
        ? 'Which project? Add --project NAME, e.g. --project my-app.'
        : `"${given.slice(0, 80)}" is not a valid project name: up to 60 letters, digits and . _ -, starting with a letter or digit.`,
    )
  return given
}

function readPlan(given: string): PlanName {
  if (given === 'none' || !PLAN_NAMES.includes(given as PlanName))
    throw mistake(`There is no plan "${given}": use one of ${PLAN_NAMES.filter((name) => name !== 'none').join(', ')}.`)
  return given as PlanName
}

function readGrace(given: string | undefined): number {
  if (given === undefined) return 0
  const match = /^(\d{1,6})([smhd])$/.exec(given)
  if (match === null) throw mistake(`--grace is "${given}": expected a number and s, m, h or d, e.g. 24h.`)
  return Number(match[1]) * UNIT_MS[match[2]]
}

function whole(name: string, given: string, most: number): number {
  const value = /^\d{1,13}$/.test(given) ? Number(given) : NaN
  if (!(value >= 1 && value <= most))
    throw mistake(
      `--${name} is "${given}": expected a whole number from 1 to ${most}${name === 'rate' ? ', or off' : ''}.`,
    )
  return value
}

function origin(given: string): string {
  try {
    return readOrigin(given)
  } catch (cause) {
    throw mistake(`${(cause as Error).message}.`, cause)
  }
}

function mistake(sentence: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_input', sentence, { cause })
}
