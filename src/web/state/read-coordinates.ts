// Coordinates as people write them, latitude first: decimal degrees, degrees and minutes, or with seconds, and the
// hemisphere before or behind, in English or German (O for east). Null for anything else: nothing is guessed. Pure.

import type { LonLat } from '../../geo/lon-lat.ts'

const MOST_LETTERS = 60
/** An angle is degrees, then minutes and seconds, each behind its mark: four groups with its letter. */
const LETTERS_FIRST =
  /^([NSEWO])\s?([-+\u2212]?\d{1,3}(?:[.,]\d{1,10})?)\s?(?:[°º]\s?(?:(\d{1,3}(?:[.,]\d{1,10})?)\s?['′’]\s?(?:(\d{1,3}(?:[.,]\d{1,10})?)\s?(?:["″”]|''|′′)\s?)?)?)?(?:\s?[,;\u002f]\s?|\s)([NSEWO])\s?([-+\u2212]?\d{1,3}(?:[.,]\d{1,10})?)\s?(?:[°º]\s?(?:(\d{1,3}(?:[.,]\d{1,10})?)\s?['′’]\s?(?:(\d{1,3}(?:[.,]\d{1,10})?)\s?(?:["″”]|''|′′)\s?)?)?)?$/
const LETTERS_BEHIND =
  /^([-+\u2212]?\d{1,3}(?:[.,]\d{1,10})?)\s?(?:[°º]\s?(?:(\d{1,3}(?:[.,]\d{1,10})?)\s?['′’]\s?(?:(\d{1,3}(?:[.,]\d{1,10})?)\s?(?:["″”]|''|′′)\s?)?)?)?\s?([NSEWO])?(?:\s?[,;\u002f]\s?|\s)([-+\u2212]?\d{1,3}(?:[.,]\d{1,10})?)\s?(?:[°º]\s?(?:(\d{1,3}(?:[.,]\d{1,10})?)\s?['′’]\s?(?:(\d{1,3}(?:[.,]\d{1,10})?)\s?(?:["″”]|''|′′)\s?)?)?)?\s?([NSEWO])?$/

/** `[lon, lat]` in degrees. */
export function readCoordinates(text: string): LonLat | null {
  const tidy = text.trim().replace(/\s+/g, ' ').toUpperCase()
  if (tidy.length > MOST_LETTERS) return null
  const before = LETTERS_FIRST.exec(tidy)
  const behind = LETTERS_BEHIND.exec(tidy)
  const [first, second] =
    before !== null
      ? [readAngle(before[1], before.slice(2, 5)), readAngle(before[5], before.slice(6))]
      : behind !== null
        ? [readAngle(behind[4], behind.slice(1, 4)), readAngle(behind[8], behind.slice(5, 8))]
        : [null, null]
  if (first === null || second === null) return null
  if ((first.axis === null) !== (second.axis === null)) return null
  const isSwapped = first.axis === 'lon'
  if (first.axis !== null && first.axis === second.axis) return null
  const [lat, lon] = isSwapped ? [second.degrees, first.degrees] : [first.degrees, second.degrees]
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? [lon, lat] : null
}

function readAngle(
  letter: string | undefined,
  [degreeText, minuteText, secondText]: (string | undefined)[],
): { degrees: number; axis: 'lon' | 'lat' | null } | null {
  const number = (part: string | undefined) => Number((part ?? '0').replace(',', '.').replace('\u2212', '-'))
  const minutes = number(minuteText)
  const seconds = number(secondText)
  const degrees = number(degreeText)
  if (minutes >= 60 || seconds >= 60) return null
  const isNegative = /^[-\u2212]/.test(degreeText!)
  if (letter !== undefined && isNegative) return null
  const size = Math.abs(degrees) + minutes / 60 + seconds / 3600
  const isBackward = isNegative || letter === 'S' || letter === 'W'
  return {
    degrees: isBackward ? -size : size,
    axis: letter === undefined ? null : letter === 'N' || letter === 'S' ? 'lat' : 'lon',
  }
}
