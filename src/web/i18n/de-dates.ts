// The service's sentences about dates in German: what is closed when, and what of that is not known.

import { amount, asItIs, places, point, type Phrase } from './de-phrases.ts'

const GERMAN_MONTHS: Record<string, string> = {
  January: 'Januar',
  February: 'Februar',
  March: 'März',
  May: 'Mai',
  June: 'Juni',
  July: 'Juli',
  October: 'Oktober',
  December: 'Dezember',
  to: 'bis',
  and: 'und',
}
/** `November to April`, `January, March and May to July`, `every month` */
const months: Phrase = (text) =>
  text === 'every month' ? 'jedem Monat' : text.replace(/\w+/g, (word) => GERMAN_MONTHS[word] ?? word)

const closures: Phrase = (text) =>
  text
    .replace(/\bway (?=\d)/g, 'Weg ')
    .replace(/, until (?=\d)/g, ', bis ')
    .replace(/ and (\d+) more$/, ' und $1 weitere')

export const DATES: readonly (readonly [pattern: RegExp, words: string, ...phrases: Phrase[]])[] = [
  [
    /^Whether the way is open depends on the date, and none was given \(`at`\)\. (`[^`]{1,290}`(?:, `[^`]{1,290}`){0,5}) closes it at times in ([\w ,]{1,120}) and may close it in ([\w ,]{1,120}) under a condition that cannot be read: ([^`]{1,300})\.$/,
    'Ob der Weg offen ist, hängt vom Tag ab, und keiner ist gewählt. {0} sperrt ihn zeitweise in {1} und vielleicht in {2}, unter einer Bedingung, die nicht lesbar ist: {3}.',
    asItIs,
    months,
    months,
    places,
  ],
  [
    /^Whether the way is open depends on the date, and none was given \(`at`\)\. (`[^`]{1,290}`(?:, `[^`]{1,290}`){0,5}) closes it at times in ([\w ,]{1,120}): ([^`]{1,300})\.$/,
    'Ob der Weg offen ist, hängt vom Tag ab, und keiner ist gewählt. {0} sperrt ihn zeitweise in {1}: {2}.',
    asItIs,
    months,
    places,
  ],
  [
    /^Whether the way is open depends on the date, and none was given \(`at`\)\. (`[^`]{1,290}`(?:, `[^`]{1,290}`){0,5}) may close it in ([\w ,]{1,120}) under a condition that cannot be read: ([^`]{1,300})\.$/,
    'Ob der Weg offen ist, hängt vom Tag ab, und keiner ist gewählt. {0} sperrt ihn vielleicht in {1}, unter einer Bedingung, die nicht lesbar ist: {2}.',
    asItIs,
    months,
    places,
  ],
  [
    /^A danger depends on the date, and none was given \(`at`\): (`[^`]{1,290}`(?:, `[^`]{1,290}`){0,5}): ([^`]{1,300})\.$/,
    'Eine Gefahr hängt vom Tag ab, und keiner ist gewählt: {0}, {1}.',
    asItIs,
    places,
  ],
  [
    /^A danger is mapped for this time: (`[^`]{1,290}`(?:, `[^`]{1,290}`){0,5}): ([^`]{1,300})\.$/,
    'Für diese Zeit ist eine Gefahr kartiert: {0}, {1}.',
    asItIs,
    places,
  ],
  [
    /^The way is closed at the time of arrival by (`[^`]{1,290}`(?:, `[^`]{1,290}`){0,5}): ([^`]{1,300})\.$/,
    'Der Weg ist bei der Ankunft gesperrt: {0}, {1}.',
    asItIs,
    places,
  ],
  [
    /^Whether a danger is present at this time cannot be read: (`[^`]{1,290}`(?:, `[^`]{1,290}`){0,5}): ([^`]{1,300})\.$/,
    'Ob um diese Zeit eine Gefahr besteht, ist nicht lesbar: {0}, {1}.',
    asItIs,
    places,
  ],
  [
    /^Whether the way is open depends on the hour, or cannot be read: (`[^`]{1,290}`(?:, `[^`]{1,290}`){0,5}): ([^`]{1,300})\.$/,
    'Ob der Weg offen ist, hängt von der Uhrzeit ab oder ist nicht lesbar: {0}, {1}.',
    asItIs,
    places,
  ],
  [
    /^Whether the way is open at the time of arrival cannot be read: (`[^`]{1,290}`(?:, `[^`]{1,290}`){0,5}): ([^`]{1,300})\.$/,
    'Ob der Weg bei der Ankunft offen ist, ist nicht lesbar: {0}, {1}.',
    asItIs,
    places,
  ],
  [
    /^Whether the way can be used all year is not known; the map does not say when in a form that can be read: (`[^`]{1,290}`(?:, `[^`]{1,290}`){0,5}): ([^`]{1,300})\.$/,
    'Ob der Weg das ganze Jahr nutzbar ist, ist nicht bekannt; die Karte sagt es nicht lesbar: {0}, {1}.',
    asItIs,
    places,
  ],
  [
    /^To whom the way is open depends on the date, and none was given \(`at`\)\. (`[^`]{1,290}`(?:, `[^`]{1,290}`){0,5}) applies at times in ([\w ,]{1,120}): ([^`]{1,300})\.$/,
    'Für wen der Weg offen ist, hängt vom Tag ab, und keiner ist gewählt. {0} gilt zeitweise in {1}: {2}.',
    asItIs,
    months,
    places,
  ],
  [
    /^To whom the way is open depends on the hour, or cannot be read: (`[^`]{1,290}`(?:, `[^`]{1,290}`){0,5}): ([^`]{1,300})\.$/,
    'Für wen der Weg offen ist, hängt von der Uhrzeit ab oder ist nicht lesbar: {0}, {1}.',
    asItIs,
    places,
  ],
  [
    /^To whom the way is open at the time of arrival cannot be read: (`[^`]{1,290}`(?:, `[^`]{1,290}`){0,5}): ([^`]{1,300})\.$/,
    'Für wen der Weg bei der Ankunft offen ist, ist nicht lesbar: {0}, {1}.',
    asItIs,
    places,
  ],
  [
    /^The map names a danger: (`[^`]{1,290}`(?:, `[^`]{1,290}`){0,5}): ([^`]{1,300})\.$/,
    'Die Karte nennt eine Gefahr: {0}, {1}.',
    asItIs,
    places,
  ],
  [
    /^The way exists in winter only, while ice or snow bears; the map does not say when: (`[^`]{1,290}`(?:, `[^`]{1,290}`){0,5}): ([^`]{1,300})\.$/,
    'Den Weg gibt es nur im Winter, solange Eis oder Schnee trägt; die Karte sagt nicht, wann: {0}, {1}.',
    asItIs,
    places,
  ],
  [
    /^The tide covers the way at times; the map does not say when: (`[^`]{1,290}`(?:, `[^`]{1,290}`){0,5}): ([^`]{1,300})\.$/,
    'Die Flut bedeckt den Weg zeitweise; die Karte sagt nicht, wann: {0}, {1}.',
    asItIs,
    places,
  ],
  [
    /^Water covers the way at times; the map does not say when: (`[^`]{1,290}`(?:, `[^`]{1,290}`){0,5}): ([^`]{1,300})\.$/,
    'Wasser bedeckt den Weg zeitweise; die Karte sagt nicht, wann: {0}, {1}.',
    asItIs,
    places,
  ],
  [
    /^From (waypoint [\w ]{1,30}) ways are closed at some hours: this is the best way found, no way can be more than ([\d.]+ %) cheaper\.$/,
    'Von {0} sind Wege zu manchen Stunden gesperrt: Dies ist der beste gefundene Weg; keiner kann mehr als {1} günstiger sein.',
    point,
    amount,
  ],
  [
    /^From (waypoint [\w ]{1,30}) ways are closed at some hours: this is the best way found, how much better another way could be is not known\.$/,
    'Von {0} sind Wege zu manchen Stunden gesperrt: Dies ist der beste gefundene Weg; wie viel besser ein anderer wäre, ist nicht bekannt.',
    point,
  ],
  [
    /^(Waypoint [\w ]{1,30}) lies (.{1,20}) from the nearest way that is open at the time\.$/,
    '{0} liegt {1} vom nächsten Weg, der dann offen ist.',
    point,
    amount,
  ],
  [
    /^No way(?: to waypoint \d{1,3})? is open (?:on that date|at that time)\. Closed: ((?:way \d{1,16} \(`[^`]{1,290}`(?:, until [\dT:+Z-]{10,30})?\)(?:, )?){1,3}(?: and \d{1,9} more)?)\.$/,
    'Dann ist kein Weg dorthin offen. Gesperrt: {0}.',
    closures,
  ],
]
