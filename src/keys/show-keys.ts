// Keys as text for a terminal: tables whose columns fit their content. Contains nothing secret.

import type { MovedAccounts } from '../../db/move-accounts.ts'
import type { UsageRow } from '../metering/counter-store.ts'
import { PLANS } from '../metering/plans.ts'

/** The public facts of a key. Credits are its project's in the period. */
export interface ShownKey {
  prefix: string
  project: string
  plan: string
  browser: boolean
  origins: string[]
  note: string
  /** ISO */
  createdAt: string
  revokedAt: string | null
  isLive: boolean
  credits: number
  creditsUsed: number
  /** null: no limit */
  ratePerS: number | null
  slots: number
  /** e.g. `2026-11` */
  period: string
}

export function keyTable(keys: readonly ShownKey[]): string {
  if (keys.length === 0) return 'There are no keys yet: create one with npm run keys -- create --project NAME.'
  return columns([
    ['PREFIX', 'KIND', 'PROJECT', 'PLAN', `CREDITS ${keys[0].period}`, 'CREATED', 'STATE', 'ORIGINS', 'NOTE'],
    ...keys.map((key) => [
      key.prefix,
      kindOf(key),
      key.project,
      key.plan,
      `${key.creditsUsed} of ${key.credits}`,
      key.createdAt.slice(0, 10),
      stateOf(key),
      key.origins.join(' '),
      key.note,
    ]),
  ])
}

export function keyText(key: ShownKey, operations: readonly UsageRow[]): string {
  const facts = columns([
    ['prefix', key.prefix],
    ['kind', kindOf(key)],
    ['project', key.project],
    ['plan', key.plan],
    ['credits', `${key.creditsUsed} of ${key.credits} used in ${key.period} (all keys of the project)`],
    [
      'rate',
      key.browser
        ? '2 requests a second for each visitor'
        : key.ratePerS === null
          ? 'none'
          : `${key.ratePerS} requests a second`,
    ],
    ['slots', `${key.slots} heavy requests at once`],
    ['created', key.createdAt],
    ['state', stateOf(key)],
    ...(key.browser ? [['origins', key.origins.join(' ')]] : []),
    ...(key.note === '' ? [] : [['note', key.note]]),
  ])
  if (operations.length === 0) return `${facts}\n\nNo calls with this key in ${key.period}.`
  return `${facts}\n\n${columns([['OPERATION', 'CALLS', 'CREDITS'], ...operations.map(({ operation, calls, credits }) => [operation, String(calls), String(credits)])])}`
}

export function plansText(): string {
  return columns([
    ['PLAN', 'CREDITS', 'REQUESTS A SECOND', 'HEAVY AT ONCE', 'AREA LOOKUPS A DAY'],
    ...Object.values(PLANS).map((plan) => [
      plan.name,
      `${plan.credits} a ${plan.period}${plan.name === 'none' ? ' and address (no key)' : ''}`,
      `${plan.ratePerS}, bursts of ${plan.ratePerS * 2}`,
      String(plan.slots),
      `${plan.areaCreditsPerDay} credits`,
    ]),
  ])
}

function kindOf({ browser }: ShownKey): string {
  return browser ? 'browser' : 'server'
}

function stateOf({ isLive, revokedAt }: ShownKey): string {
  return revokedAt === null
    ? 'live'
    : isLive
      ? `live until ${revokedAt.slice(0, 16)}Z`
      : `revoked ${revokedAt.slice(0, 10)}`
}

function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => row[i].length)))
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** What a move did, and what remains to be done by hand. */
export function moveText(moved: MovedAccounts, dataDir: string): string {
  const lines = [
    `Copied from ${dataDir}: ${moved.keys} keys and ${moved.projects} projects, ${moved.counters} counters changed; ` +
      `${moved.known} keys existed already${moved.revoked > 0 ? `, of which ${moved.revoked} have been revoked since` : ''}.`,
  ]
  if (moved.otherPlans.length > 0)
    lines.push(`These projects keep the plan they have in the database: ${moved.otherPlans.join(', ')}.`)
  if (moved.refused.length > 0)
    lines.push(
      `These keys share their first 12 characters with other keys of the database and must be replaced: ${moved.refused.join(', ')}.`,
    )
  lines.push('Servers on this database accept the copied keys within 2 seconds. The data folder is unchanged.')
  return lines.join('\n')
}
