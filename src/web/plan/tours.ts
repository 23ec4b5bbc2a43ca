// Saved tours: a name and the part of an address that holds the plan. Kept in this browser, handed out and taken in as
// one file. Reading never throws: what is no tour is left out. Pure but for `loadTours` and `keepTours`.

export interface Tour {
  name: string
  /** as after # in an address, without the place of the map */
  plan: string
}

export const MAX_TOURS = 300
export const MAX_NAME_LETTERS = 100
const MAX_PLAN_LETTERS = 16_000
export const MAX_FILE_BYTES = 3_000_000
const FORMAT = 'waypost-tours'
const KEY = 'waypost-tours'

/** A tour under a name; one of the same name is replaced. The newest come first. */
export function withTour(tours: readonly Tour[], tour: Tour): Tour[] {
  const name = tour.name.trim().slice(0, MAX_NAME_LETTERS)
  if (name === '') return [...tours]
  return [{ ...tour, name }, ...tours.filter((one) => one.name !== name)].slice(0, MAX_TOURS)
}

/** Tours of a file beside those that are there. Of one name with another plan both are kept, the new one numbered. */
export function withTours(tours: readonly Tour[], added: readonly Tour[]): Tour[] {
  const all = [...tours]
  for (const tour of added) {
    if (all.some((one) => one.name === tour.name && one.plan === tour.plan) || all.length >= MAX_TOURS) continue
    let name = tour.name
    for (let i = 2; all.some((one) => one.name === name); i++)
      name = `${tour.name.slice(0, MAX_NAME_LETTERS - 6)} (${i})`
    all.push({ ...tour, name })
  }
  return all
}

export function writeTours(tours: readonly Tour[]): string {
  return JSON.stringify({ format: FORMAT, version: 1, tours }, null, 1)
}

/** Null for a text that is no file of tours. */
export function readTours(text: string): Tour[] | null {
  if (text.length > MAX_FILE_BYTES) return null
  try {
    const found = JSON.parse(text) as { format?: unknown; tours?: unknown } | null
    if (found?.format !== FORMAT || !Array.isArray(found.tours)) return null
    return found.tours
      .filter(isTour)
      .slice(0, MAX_TOURS)
      .map(({ name, plan }) => ({ name: name.trim(), plan }))
  } catch {
    return null
  }
}

function isTour(value: unknown): value is Tour {
  const { name, plan } = (value ?? {}) as Partial<Record<'name' | 'plan', unknown>>
  return (
    typeof name === 'string' &&
    name.trim() !== '' &&
    name.length <= MAX_NAME_LETTERS &&
    typeof plan === 'string' &&
    plan.length <= MAX_PLAN_LETTERS
  )
}

export function loadTours(): Tour[] {
  try {
    return readTours(localStorage.getItem(KEY) ?? '') ?? []
  } catch {
    return [] // storage may be closed to the page
  }
}

/** Whether they were kept. */
export function keepTours(tours: readonly Tour[]): boolean {
  try {
    localStorage.setItem(KEY, writeTours(tours))
    return true
  } catch {
    return false
  }
}
