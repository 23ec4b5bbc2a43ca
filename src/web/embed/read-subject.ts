// What a <waypost-map> is to show, read from its attributes. A value that is not understood is a fault with words for
// the author of the page; nothing is left out in silence, and nothing is guessed. Pure.

import { fromHash } from '../plan/plan-hash.ts'
import { toRouteInput } from '../plan/plan.ts'
import { isSettingOfAddress } from '../plan/settings.ts'
import type { RouteInput } from '../documents/generated/graphql.ts'

export type Subject =
  | { kind: 'route'; input: RouteInput }
  | { kind: 'trail'; relationId: number }
  | { kind: 'gpx'; url: string }

/** What is wrong with the attributes, a key of the words. */
export type SubjectFault = 'none' | 'several' | 'route' | 'trail' | 'gpx'

/** Words of the explorer's address beside settings; what says nothing about the route is passed over. */
const ADDRESS_WORDS: ReadonlySet<string> = new Set(
  'm w alt line avoid areas ls lk ld la lt ln lp rs rb rm rn rd by at kmh map'.split(' '),
)

export const SUBJECTS = ['route', 'trail', 'gpx'] as const

/** `baseUrl`: of the page, which the address of a file may be relative to. */
export function readSubject(
  attribute: (name: (typeof SUBJECTS)[number]) => string | null,
  baseUrl: string,
): Subject | SubjectFault {
  const given = SUBJECTS.filter((name) => attribute(name) !== null)
  if (given.length !== 1) return given.length === 0 ? 'none' : 'several'
  const text = attribute(given[0])!.trim()
  if (given[0] === 'route') return readRoute(text)
  if (given[0] === 'trail') return /^\d{1,15}$/.test(text) ? { kind: 'trail', relationId: Number(text) } : 'trail'
  const url = text === '' ? null : URL.parse(text, baseUrl)
  return url === null || !/^(https?|blob|data):$/.test(url.protocol) ? 'gpx' : { kind: 'gpx', url: url.href }
}

/** `lon,lat;lon,lat`, with settings after `&`, or a whole address of the explorer. */
function readRoute(text: string): Subject | SubjectFault {
  const hash = text.slice(text.indexOf('#') + 1)
  const words = new URLSearchParams(/(^|&)w=/.test(hash) ? hash : `w=${hash}`)
  const { plan } = fromHash(words.toString())
  const input = toRouteInput(plan)
  const asked = countOf(words, 'w', ';')
  const isWhole =
    plan.waypoints.length === asked &&
    plan.avoid.areas.length === countOf(words, 'areas', '~') &&
    plan.avoid.kinds.length === countOf(words, 'avoid', ',') &&
    plan.alternative === 0 &&
    [...words].every(([key, value]) => isSettingOfAddress(key, value) ?? ADDRESS_WORDS.has(key))
  return input === null || !isWhole || plan.mode !== 'route' ? 'route' : { kind: 'route', input }
}

function countOf(words: URLSearchParams, key: string, between: string): number {
  return (words.get(key) ?? '').split(between).filter((one) => one.trim() !== '').length
}
