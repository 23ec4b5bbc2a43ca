// Pieces of the service's sentences in German: numbers, places on the line, ways, waypoints, directions. A piece that
// is not known is left as it is: names are.

import { waypointLabel } from './waypoint-label.ts'
import { signInGerman } from './de-signs.ts'

export type Phrase = (text: string) => string

const SPACE = '\u00a0'

/** `1,234.5 km` -> `1.234,5 km`, unbroken. */
export const amount: Phrase = (text) =>
  text.replace(
    /(\d[\d,]*)(?:\.(\d+))?(?: (km|m|%|min|s)(?![\p{L}]))?/gu,
    (_, whole: string, part?: string, unit?: string) => {
      const number = whole.replaceAll(',', '.') + (part === undefined ? '' : `,${part}`)
      return unit === undefined ? number : `${number}${SPACE}${unit}`
    },
  )

/** `at km 1.2 for 300 m, at km 4.0 for 80 m and 3 more` */
export const places: Phrase = (text) =>
  amount(text)
    .replace(/\bat km (\d)/g, `bei km${SPACE}$1`)
    .replace(/ for (?=\d)/g, ' auf ')
    .replace(/ and (\d+) more\b/g, ' und $1 weiteren')
    .replace(/ and (?=bei)/g, ' und ')

/** `Waypoint 2 of 3`, `waypoint 1 to 2 of 3`, `The start` */
export const point: Phrase = (text) => {
  const found = /^[Ww]aypoint (\d{1,3})(?: to (\d{1,3}))?(?: of \d{1,3})?$/.exec(text)
  if (found === null) return text === 'The start' ? 'Der Start' : text
  const sign = (number: string) => waypointLabel(Number(number) - 1)
  return found[2] === undefined ? `Wegpunkt ${sign(found[1])}` : `${sign(found[1])} nach ${sign(found[2])}`
}

const DIRECTIONS: Record<string, string> = {
  north: 'Norden',
  northeast: 'Nordosten',
  east: 'Osten',
  southeast: 'Südosten',
  south: 'Süden',
  southwest: 'Südwesten',
  west: 'Westen',
  northwest: 'Nordwesten',
}
export const direction: Phrase = (text) => DIRECTIONS[text] ?? text

/** Ways with their article, by case: on the way, along or over it. */
const WAYS: Record<string, { dative: string; accusative: string }> = {
  way: { dative: 'dem Weg', accusative: 'den Weg' },
  road: { dative: 'der Straße', accusative: 'die Straße' },
  street: { dative: 'der Straße', accusative: 'die Straße' },
  track: { dative: 'dem Fahrweg', accusative: 'den Fahrweg' },
  path: { dative: 'dem Pfad', accusative: 'den Pfad' },
  footway: { dative: 'dem Fußweg', accusative: 'den Fußweg' },
  steps: { dative: 'der Treppe', accusative: 'die Treppe' },
  cycleway: { dative: 'dem Radweg', accusative: 'den Radweg' },
  ferry: { dative: 'der Fähre', accusative: 'die Fähre' },
}

/** `the path signed GR 11, heading north`, `Main Street, signed GR 11` */
function way(text: string, form: 'dative' | 'accusative'): string {
  const heading = /, heading (\w{1,20})$/.exec(text)
  const rest = heading === null ? text : text.slice(0, heading.index)
  const signedAt = rest.indexOf(' signed ')
  const name = signedAt < 0 ? rest : rest.slice(0, signedAt).replace(/,$/, '')
  const noun = /^the \w+$/.test(name) ? WAYS[name.slice(4)]?.[form] : name
  if (noun === undefined) return text
  const sign = signedAt < 0 ? '' : ` (Zeichen ${signInGerman(rest.slice(signedAt + ' signed '.length))})`
  return `${noun}${sign}${heading === null ? '' : ` Richtung ${direction(heading[1])}`}`
}
export const onWay: Phrase = (text) => way(text, 'dative')
export const ontoWay: Phrase = (text) => way(text, 'accusative')

const TURNS: Record<string, string> = {
  'Bear right': 'halb rechts',
  'Turn right': 'rechts',
  'Turn sharp right': 'scharf rechts',
  'Turn around': 'umkehren',
  'Turn sharp left': 'scharf links',
  'Turn left': 'links',
  'Bear left': 'halb links',
  'Keep right': 'rechts halten',
  'Keep left': 'links halten',
  'Go straight on': 'geradeaus',
}
export const turn: Phrase = (text) => TURNS[text] ?? text
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth']
export const ordinal: Phrase = (text) => {
  const at = ORDINALS.indexOf(text)
  return at < 0 ? text.replace(/(?:st|nd|rd|th)$/, '.') : `${at + 1}.`
}
/** `12 minutes` */
export const minutes: Phrase = (text) =>
  text
    .replace('less than a minute', 'weniger als eine Minute')
    .replace(/^1 minute$/, '1 Minute')
    .replace('minutes', 'Minuten')
export const capital: Phrase = (text) => text.charAt(0).toUpperCase() + text.slice(1)
export const asItIs: Phrase = (text) => text
