// What the ground of the map is coloured by, beside its relief: nothing, steepness, or the sun at some time. Kept in
// this browser; the time is that of the visitor's clock.

import { computed, signal } from '@preact/signals'
import { type SunPosition, sunPosition } from '../../geo/sun-position.ts'
import { camera, plan } from '../plan/session.ts'

export const SHADES = ['none', 'slope', 'sun'] as const
export type Shade = (typeof SHADES)[number]

/** Zooms at which the shade of now is drawn, deepest tiles included; null: none is, or it is not known yet. */
export const shadeZooms = signal<{ min: number; max: number } | null>(null)

const KEY = 'waypost-shade'
const NOON_MIN = 12 * 60

export const shade = signal<Shade>(kept())
/** Day `YYYY-MM-DD` and minute of the day; null: the day and hour of the plan, else noon of today. */
const chosenTime = signal<{ day: string; minute: number } | null>(null)

export const sunTime = computed(() => chosenTime.value ?? plannedTime())
export const sunAtMs = computed(() => {
  const { day, minute } = sunTime.value
  const [year, month, date] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 0, minute).getTime()
})
/** Over the middle of the map; null before it is there. */
export const sunNow = computed<SunPosition | null>(() => {
  if (camera.value === null) return null
  return sunPosition(camera.value.lon, camera.value.lat, sunAtMs.value)
})

export function chooseShade(next: Shade): void {
  shade.value = next
  try {
    localStorage.setItem(KEY, next)
  } catch {
    // then it holds until the page is left
  }
}

export function chooseSunTime(change: Partial<{ day: string; minute: number }>): void {
  chosenTime.value = { ...sunTime.peek(), ...change }
}

function plannedTime(): { day: string; minute: number } {
  const text = plan.value.travelAt ?? plan.value.departure
  if (text !== null) {
    const [hours, minutes] = (text.split('T')[1] ?? '12:00').split(':').map(Number)
    return { day: text.slice(0, 10), minute: hours * 60 + minutes }
  }
  const now = new Date()
  const two = (value: number) => String(value).padStart(2, '0')
  return { day: `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`, minute: NOON_MIN }
}

function kept(): Shade {
  try {
    return SHADES.find((one) => one === localStorage.getItem(KEY)) ?? 'none'
  } catch {
    return 'none'
  }
}
