// Sentences of the service as the page says them: waypoints by their signs, coordinates latitude first, and in German
// where they are known there.

import { type Language, translated } from './words.ts'
import { withWaypointLabels } from './waypoint-label.ts'

export interface ServiceText {
  text: string
  /** the language of the text, which is English where it could not be translated */
  language: Language
}

export function serviceText(language: Language, message: string): ServiceText {
  const own = translated(language, message)
  if (own !== null) return { text: own, language }
  const text = unbroken(withWaypointLabels(message)).replace(
    /\[(-?\d+(?:\.\d+)?), (-?\d+(?:\.\d+)?)\]/g,
    (_, lon: string, lat: string) => `${lat}, ${lon}`,
  )
  return { text, language: 'en' }
}

/** A number and its unit stay on one line. */
function unbroken(text: string): string {
  return text.replace(/(\d) (km|m|%|min|s)(?![\p{L}])/gu, '$1\u00a0$2').replace(/\bkm (\d)/g, 'km\u00a0$1')
}

/** The names on the spot by those of the page, longest first; never within a word, nor after `signed`. */
export function withNames(message: string, names: readonly (readonly [local: string, spoken: string])[]): string {
  return names
    .toSorted(([one], [other]) => other.length - one.length)
    .reduce((text, [local, spoken]) => {
      const parts = text.split(local)
      return parts.slice(1).reduce((said, rest, i) => {
        const isName = !/(?:\bsigned |[\p{L}\p{N}])$/u.test(parts[i]) && !/^[\p{L}\p{N}]/u.test(rest)
        return said + (isName ? spoken : local) + rest
      }, parts[0])
    }, message)
}
