// What a JSON value must look like, in the words of the interface, and the checks that follow: one for each field,
// named by its path (`points[].elevation_m`). Further members are always allowed.

export interface Shape {
  /** `a number or null` */
  says: string
  /** the value itself, not what is inside it */
  fits: (value: unknown) => boolean
  /** a key that ends in `?` may be left out */
  members?: Readonly<Record<string, Shape>>
  items?: Shape
  /** of an object whose keys are data */
  entries?: Shape
  /** where it is stated, from here inwards; that of the whole where left out */
  section?: string
}

export interface FieldFinding {
  path: string
  says: string
  section: string
  /** how many values were looked at; 0 where the answer has none */
  seen: number
  fault: string | null
}

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

export const anything: Shape = { says: 'anything', fits: () => true }
export const text: Shape = { says: 'a string', fits: (value) => typeof value === 'string' }
export const number: Shape = { says: 'a number', fits: Number.isFinite }
export const integer: Shape = { says: 'an integer', fits: Number.isInteger }
export const flag: Shape = { says: 'a boolean', fits: (value) => typeof value === 'boolean' }
export const anyObject: Shape = { says: 'an object', fits: isObject }
export const instant: Shape = {
  says: 'a time with its offset',
  fits: (value) =>
    typeof value === 'string' && /T.*(Z|[+-]\d\d:?\d\d)$/.test(value) && !Number.isNaN(Date.parse(value)),
}
export const lonLat: Shape = {
  says: 'a pair [lon, lat]',
  fits: (value) => Array.isArray(value) && value.length === 2 && Math.abs(value[0]) <= 180 && Math.abs(value[1]) <= 90,
}
export const box: Shape = {
  says: 'a box [minLon, minLat, maxLon, maxLat]',
  fits: (value) => Array.isArray(value) && value.length === 4 && value.every(Number.isFinite) && value[1] <= value[3],
}

export const object = (members: Readonly<Record<string, Shape>>): Shape => ({ ...anyObject, members })
export const mapOf = (entries: Shape): Shape => ({ ...anyObject, entries })
export const exactly = (value: unknown): Shape => ({ says: JSON.stringify(value), fits: (given) => given === value })
export const words = (...known: string[]): Shape => ({
  says: known.join(' or '),
  fits: (value) => known.includes(value as string),
})
export const matching = (says: string, pattern: RegExp): Shape => ({
  says,
  fits: (value) => typeof value === 'string' && pattern.test(value),
})
export const within = (low: number, high: number, of: Shape = number): Shape => ({
  says: high === Infinity ? `${of.says} of ${low} or more` : `${of.says} from ${low} to ${high}`,
  fits: (value) => of.fits(value) && Number(value) >= low && Number(value) <= high,
})
export const nothing: Shape = { says: 'null', fits: (value) => value === null }
export const metres: Shape = within(0, Infinity)
export const list = (items: Shape, least = 0, most = Infinity): Shape => ({
  says: least === 0 && most === Infinity ? 'a list' : `a list of ${least} to ${most}`,
  fits: (value) => Array.isArray(value) && value.length >= least && value.length <= most,
  items,
})
export const orNull = (shape: Shape): Shape => ({
  ...shape,
  says: `${shape.says} or null`,
  fits: (value) => value === null || shape.fits(value),
})

/** The same shape, stated in another section than what it stands in. */
export const stated = (section: string, shape: Shape): Shape => ({ ...shape, section })

/** Every field that a shape names, in order, the value itself first with the path ''. */
export function fieldsOf(shape: Shape, section: string): FieldFinding[] {
  const found: FieldFinding[] = []
  const add = (one: Shape, path: string, outer: string): void => {
    const where = one.section ?? outer
    found.push({ path, says: one.says, section: where, seen: 0, fault: null })
    for (const [key, member] of Object.entries(one.members ?? {}))
      add(member, join(path, key.replace(/\?$/, '')), where)
    if (one.items !== undefined && one.items !== anything) add(one.items, `${path}[]`, where)
    if (one.entries !== undefined && one.entries !== anything) add(one.entries, join(path, '*'), where)
  }
  add(shape, '', section)
  return found
}

/** Looks at every field of a value; of each the first fault, with where exactly it lies. */
export function findFaults(shape: Shape, section: string, value: unknown): FieldFinding[] {
  const findings = fieldsOf(shape, section)
  const byPath = new Map(findings.map((finding) => [finding.path, finding]))
  const visit = (one: Shape, inner: unknown, path: string, at: string): void => {
    const finding = byPath.get(path)
    if (finding === undefined) return
    finding.seen++
    if (!one.fits(inner)) {
      finding.fault ??= `${at === '' ? 'the body' : at}: expected ${one.says}, got ${shown(inner)}`
      return
    }
    if (isObject(inner)) {
      for (const [key, member] of Object.entries(one.members ?? {})) {
        const name = key.replace(/\?$/, '')
        if (Object.hasOwn(inner, name)) visit(member, inner[name], join(path, name), join(at, name))
        else if (name === key) {
          const missing = byPath.get(join(path, name))!
          missing.seen++
          missing.fault ??= `${join(at, name)} is missing`
        }
      }
      if (one.entries !== undefined)
        for (const [key, entry] of Object.entries(inner)) visit(one.entries, entry, join(path, '*'), join(at, key))
    }
    if (one.items !== undefined && Array.isArray(inner))
      inner.forEach((item, index) => visit(one.items!, item, `${path}[]`, `${at}[${index}]`))
  }
  visit(shape, value, '', '')
  return findings
}

const join = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`)

function shown(value: unknown): string {
  const written = JSON.stringify(value) ?? 'nothing'
  return written.length > 80 ? `${written.slice(0, 80)}...` : written
}
