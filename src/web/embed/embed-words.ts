// What <waypost-map> says of its own; failures, warnings and unknowns have the words of the explorer. English decides
// the keys, and a language that lacks one does not compile.

import { deCodes } from '../i18n/de-codes.ts'
import { enCodes } from '../i18n/en-codes.ts'

const en = {
  label: 'Map',
  loading: 'Loading …',
  failed: 'This map cannot be shown.',
  'fault.none': 'One of the attributes route, trail and gpx must say what to show.',
  'fault.several': 'Only one of the attributes route, trail and gpx may say what to show.',
  'fault.route': 'The attribute route must be lon,lat;lon,lat … or the address of a route in the explorer.',
  'fault.trail': 'The attribute trail must be the number of a signed route.',
  'fault.gpx': 'The attribute gpx must be the address of a file.',
  'gpx.unreachable': 'The file {url} could not be loaded ({why}).',
  'gpx.tooLarge': 'The file {url} is larger than {most} MB.',
  'gpx.empty': 'The file {url} has no track that can be read.',
  'gpx.thinned': 'Drawn with {points} points, at most {metres} m beside the file.',
  'trail.none': 'The map data has no signed route with the number {id}.',
  'trail.gaps': 'The mapped route has gaps of {gaps} in all; nothing is drawn there.',
  'trail.missing': 'Parts of this route lie outside the map data.',
  'key.invalid': 'The key of this map is not valid (any more).',
  'key.origin': 'The key of this map does not hold for this website.',
  'profile.failed': 'The heights could not be fetched:',
  'map.library': 'The map itself could not be loaded; what is known about the way stands below.',
  'map.noWebgl': 'This browser cannot draw the map (no WebGL); what is known about the way stands below.',
  'map.style': 'The map behind the line could not be loaded ({why}).',
  'map.trouble': 'Something is missing on the map: {why}',
  'map.lost': 'The browser has stopped drawing this map; it is drawn again in a moment.',
  length: 'Length',
  up: 'Up',
  down: 'Down',
  time: 'Moving time',
  unknown: 'unknown',
  notes: 'Good to know ({count})',
  'chart.label': 'Elevation, {low} to {high}. Arrow keys walk along the way.',
  'chart.void': 'height unknown',
  'chart.none': 'No heights are known along this way.',
  again: 'Try again',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  north: 'North up',
  sources: 'Sources of the map',
  scrollWindows: 'Hold Ctrl and scroll to zoom the map',
  scrollMac: 'Hold ⌘ and scroll to zoom the map',
  scrollTouch: 'Move the map with two fingers',
}

const de: Record<keyof typeof en, string> = {
  label: 'Karte',
  loading: 'Wird geladen …',
  failed: 'Diese Karte kann nicht gezeigt werden.',
  'fault.none': 'Eines der Attribute route, trail und gpx muss sagen, was gezeigt wird.',
  'fault.several': 'Nur eines der Attribute route, trail und gpx darf sagen, was gezeigt wird.',
  'fault.route': 'Das Attribut route muss lon,lat;lon,lat … sein oder die Adresse einer Route in der Kartenseite.',
  'fault.trail': 'Das Attribut trail muss die Nummer eines markierten Weges sein.',
  'fault.gpx': 'Das Attribut gpx muss die Adresse einer Datei sein.',
  'gpx.unreachable': 'Die Datei {url} konnte nicht geladen werden ({why}).',
  'gpx.tooLarge': 'Die Datei {url} ist größer als {most} MB.',
  'gpx.empty': 'Die Datei {url} enthält keine lesbare Strecke.',
  'gpx.thinned': 'Gezeichnet mit {points} Punkten, höchstens {metres} m neben der Datei.',
  'trail.none': 'Die Kartendaten kennen keinen markierten Weg mit der Nummer {id}.',
  'trail.gaps': 'Der erfasste Weg hat Lücken von zusammen {gaps}; dort ist nichts gezeichnet.',
  'trail.missing': 'Teile dieses Weges liegen außerhalb der Kartendaten.',
  'key.invalid': 'Der Schlüssel dieser Karte gilt nicht (mehr).',
  'key.origin': 'Der Schlüssel dieser Karte gilt nicht für diese Website.',
  'profile.failed': 'Die Höhen konnten nicht erfragt werden:',
  'map.library': 'Die Karte selbst konnte nicht geladen werden; was über den Weg bekannt ist, steht darunter.',
  'map.noWebgl':
    'Dieser Browser kann die Karte nicht zeichnen (kein WebGL); was über den Weg bekannt ist, steht darunter.',
  'map.style': 'Die Karte hinter der Linie konnte nicht geladen werden ({why}).',
  'map.trouble': 'Auf der Karte fehlt etwas: {why}',
  'map.lost': 'Der Browser zeichnet diese Karte nicht mehr; sie wird gleich neu gezeichnet.',
  length: 'Länge',
  up: 'Aufstieg',
  down: 'Abstieg',
  time: 'Gehzeit',
  unknown: 'unbekannt',
  notes: 'Gut zu wissen ({count})',
  'chart.label': 'Höhenverlauf, {low} bis {high}. Die Pfeiltasten gehen den Weg entlang.',
  'chart.void': 'Höhe unbekannt',
  'chart.none': 'Entlang dieses Weges sind keine Höhen bekannt.',
  again: 'Noch einmal',
  zoomIn: 'Näher',
  zoomOut: 'Weiter weg',
  north: 'Norden nach oben',
  sources: 'Quellen der Karte',
  scrollWindows: 'Strg halten und scrollen, um die Karte zu vergrößern',
  scrollMac: '⌘ halten und scrollen, um die Karte zu vergrößern',
  scrollTouch: 'Die Karte mit zwei Fingern bewegen',
}

const WORDS = { en, de }
const CODES: Record<EmbedLanguage, Readonly<Record<string, string>>> = { en: enCodes, de: deCodes }

export type EmbedLanguage = keyof typeof WORDS
export type EmbedWord = keyof typeof en

/** German for every `de...`, else English. */
export const languageOf = (tag: string): EmbedLanguage => (/^de\b/i.test(tag) ? 'de' : 'en')

export function embedWord(
  language: EmbedLanguage,
  key: EmbedWord,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return WORDS[language][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** The explorer's words for a code such as `error.busy`; null where it has none. */
export const codeWord = (language: EmbedLanguage, key: string): string | null => CODES[language][key] ?? null

export function numberText(language: EmbedLanguage, value: number, decimals = 0): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: decimals }).format(value)
}

/** 950 m, 7.04 km, 123 km; unknown is said to be so. The number and its unit stay on one line. */
export function lengthText(language: EmbedLanguage, metres: number | null): string {
  if (metres === null) return embedWord(language, 'unknown')
  if (metres < 999.5) return heightText(language, metres)
  return `${numberText(language, metres / 1000, metres < 9_995 ? 2 : metres < 99_950 ? 1 : 0)}\u00a0km`
}

export function heightText(language: EmbedLanguage, metres: number | null): string {
  return metres === null ? embedWord(language, 'unknown') : `${numberText(language, metres)}\u00a0m`
}

/** 2 h 49 min; 12 min. */
export function timeText(language: EmbedLanguage, seconds: number | null): string {
  if (seconds === null) return embedWord(language, 'unknown')
  const minutes = Math.round(seconds / 60)
  const rest = `${minutes % 60}\u00a0min`
  return minutes < 60 ? rest : `${numberText(language, Math.floor(minutes / 60))}\u00a0h ${rest}`
}
