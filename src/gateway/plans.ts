// The plans of decision D2: credits, their period, requests a second and slots.
// `none` is the caller without a key, counted per address. Pure data and calendar arithmetic in UTC.

import { DAY_MS } from '../durations.ts'

export type PlanName = 'none' | 'free' | 'starter' | 'pro' | 'business'

export interface Plan {
  name: PlanName
  credits: number
  period: 'day' | 'month'
  ratePerS: number
  /** heavy operations at once */
  slots: number
  /** credits of area lookups a day */
  areaCreditsPerDay: number
}

/** What an operator may give a project in place of its plan's. */
export interface PlanOverrides {
  /** a month */
  credits?: number
  /** Infinity: no rate */
  ratePerS?: number
  slots?: number
}

/** Area lookups: three times the daily average of a 30-day month; without a key the 500 of the day. */
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

/** The bucket holds twice the rate. */
export const BURST_FACTOR = 2
/** Browser keys: requests a second per visitor address. */
export const BROWSER_RATE_PER_S = 2

export interface Period {
  /** names the period, e.g. `2026-11` or `2026-11-21` */
  id: string
  fromMs: number
  toMs: number
}

/** The last period of each kind that was asked for: asked several times a request, changed once a day. */
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
