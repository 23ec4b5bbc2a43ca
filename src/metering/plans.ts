// The plans of decision `keys-and-credits`: credits, their period, requests a second and slots.
// `none` applies to callers without a key, per address. Pure data and calendar arithmetic in UTC.

import { DAY_MS } from '../durations.ts'

export type PlanName = 'none' | 'free' | 'starter' | 'pro' | 'business'

export interface Plan {
  name: PlanName
  credits: number
  period: 'day' | 'month'
  ratePerS: number
  /** heavy operations allowed at once */
  slots: number
  /** credits for area lookups per day */
  areaCreditsPerDay: number
}

/** What an operator may override in a project's plan. */
export interface PlanOverrides {
  /** per month */
  credits?: number
  /** Infinity: no limit */
  ratePerS?: number
  slots?: number
}

/** Area lookups: three times the daily average over a 30-day month. */
function monthly(name: PlanName, credits: number, ratePerS: number, slots: number): Plan {
  return { name, credits, period: 'month', ratePerS, slots, areaCreditsPerDay: (credits / 30) * 3 }
}

export const PLANS: Readonly<Record<PlanName, Plan>> = {
  none: { name: 'none', credits: 500, period: 'day', ratePerS: 5, slots: 1, areaCreditsPerDay: 500 },
  free: monthly('free', 30_000, 10, 1),
  starter: monthly('starter', 300_000, 25, 2),
  pro: monthly('pro', 1_500_000, 50, 4),
  business: monthly('business', 6_000_000, 100, 8),
}

export const PLAN_NAMES = Object.keys(PLANS) as PlanName[]

/** The plan of a project. The ceiling of area lookups follows its credits. */
export function planOf(name: PlanName, overrides: PlanOverrides = {}): Plan {
  const plan = PLANS[name]
  const { credits = plan.credits, ratePerS = plan.ratePerS, slots = plan.slots } = overrides
  if (credits === plan.credits && ratePerS === plan.ratePerS && slots === plan.slots) return plan
  return {
    ...plan,
    credits,
    ratePerS,
    slots,
    areaCreditsPerDay: credits === plan.credits ? plan.areaCreditsPerDay : Math.floor((credits / 30) * 3),
  }
}

/**
 * A visitor of the explorer, per address. A person who looks at another route every ten seconds, with all that the page
 * tells about it, does not use up the day in an hour.
 */
export const VISITOR_PLAN: Plan = { ...PLANS.none, credits: 10_000, ratePerS: 10, slots: 2, areaCreditsPerDay: 10_000 }

/** A bucket holds this many seconds of its rate. */
export const BURST_FACTOR = 2
/** Browser keys: requests a second for each visitor address. */
export const BROWSER_RATE_PER_S = 2

export interface Period {
  /** e.g. `2026-11` or `2026-11-21` */
  id: string
  fromMs: number
  toMs: number
}

/** The last period of each kind: needed several times a request, changes once a day. */
const lastPeriods: Partial<Record<'day' | 'month', Period>> = {}

/** The calendar day or month (UTC) that holds `nowMs`. */
export function periodAt(kind: 'day' | 'month', nowMs: number): Period {
  const last = lastPeriods[kind]
  if (last !== undefined && nowMs >= last.fromMs && nowMs < last.toMs) return last
  const now = new Date(nowMs)
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  const fromMs = Date.UTC(year, month, kind === 'month' ? 1 : day)
  const toMs = kind === 'month' ? Date.UTC(year, month + 1, 1) : fromMs + DAY_MS
  return (lastPeriods[kind] = { id: new Date(fromMs).toISOString().slice(0, kind === 'month' ? 7 : 10), fromMs, toMs })
}
