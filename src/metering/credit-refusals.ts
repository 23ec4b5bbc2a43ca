// The errors of those whose credits, or whose page's, are used up: what is left, and from when there are more.

import { ServiceError } from '../errors.ts'
import type { Caller, Pool } from './caller.ts'
import { type Period, periodAt } from './plans.ts'

export function creditsRefused(
  { plan }: Caller,
  credits: number,
  period: Period,
  used: number,
  nowMs: number,
): ServiceError {
  const remaining = Math.max(0, plan.credits - used)
  return new ServiceError(
    'credits_exhausted',
    `This request costs ${credits} ${credits === 1 ? 'credit' : 'credits'} and ${remaining} of ${plan.credits} are left until ${endOf(period)}.`,
    { retryAfterS: secondsUntilEnd(period, nowMs) },
  )
}

export function areasRefused({ plan }: Caller, day: Period, nowMs: number): ServiceError {
  return new ServiceError(
    'bbox_daily_ceiling',
    `The daily ceiling for area lookups (${plan.areaCreditsPerDay} credits) is reached. It resets at ${endOf(day)}.`,
    { retryAfterS: secondsUntilEnd(day, nowMs) },
  )
}

export function poolRefused({ plan }: Pool, nowMs: number): ServiceError {
  const period = periodAt(plan.period, nowMs)
  return new ServiceError(
    'credits_exhausted',
    `The visitors of this page have used up its ${plan.credits} credits. They begin anew at ${endOf(period)}.`,
    { retryAfterS: secondsUntilEnd(period, nowMs) },
  )
}

function endOf({ toMs }: Period): string {
  return new Date(toMs).toISOString()
}

function secondsUntilEnd({ toMs }: Period, nowMs: number): number {
  return Math.max(1, Math.ceil((toMs - nowMs) / 1000))
}
