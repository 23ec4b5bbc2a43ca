// Everything that is German, in one file of the page, which is loaded only when it is chosen.

import de from '../../language/catalogues/de.json' with { type: 'json' }
import { sourceInGerman } from '../../wire/source-names.ts'
import type { Speech } from './speech.ts'
import { DATES } from './de-dates.ts'
import { LINES } from './de-lines.ts'
import { PLANNER } from './de-planner.ts'
import {
  amount,
  asItIs,
  capital,
  direction,
  minutes,
  ontoWay,
  onWay,
  ordinal,
  places,
  point,
  turn,
  type Phrase,
} from './de-phrases.ts'

/** English pattern, German words with `{0}`, `{1}` for its groups, and how each group is said. */
type Rule = readonly [pattern: RegExp, words: string, ...phrases: Phrase[]]

/** Longer ones are not looked at. */
const MOST_LETTERS = 600

const capitalTurn: Phrase = (text) => capital(turn(text))

const DIRECTIONS: Rule[] = [
  [/^Head (\w+) on (.{1,200}), pushing the bicycle\.$/, 'Nach {0} auf {1}, das Rad schieben.', direction, onWay],
  [/^Head (\w+) on (.{1,200})\.$/, 'Nach {0} auf {1}.', direction, onWay],
  [/^Leave the ferry and head (\w+) on (.{1,200})\.$/, 'Die Fähre verlassen, nach {0} auf {1}.', direction, onWay],
  [/^Take the ferry (.{1,200})\.$/, 'Die Fähre {0} nehmen.', asItIs],
  [/^Take the ferry\.$/, 'Die Fähre nehmen.'],
  [/^Take the steps straight ahead\.$/, 'Geradeaus die Treppe nehmen.'],
  [/^Take the steps\.$/, 'Die Treppe nehmen.'],
  [
    /^(Bear right|Turn right|Turn sharp right|Turn around|Turn sharp left|Turn left|Bear left|Keep right|Keep left|Go straight on) and take the steps\.$/,
    '{0} und die Treppe nehmen.',
    capitalTurn,
  ],
  [/^Go straight on along (.{1,200})\.$/, 'Geradeaus auf {0}.', onWay],
  [
    /^(Bear right|Turn right|Turn sharp right|Turn around|Turn sharp left|Turn left|Bear left|Keep right|Keep left|Go straight on) to stay on (.{1,200})\.$/,
    '{0}, um auf {1} zu bleiben.',
    capitalTurn,
    onWay,
  ],
  [
    /^(Bear right|Turn right|Turn sharp right|Turn around|Turn sharp left|Turn left|Bear left|Keep right|Keep left|Go straight on) onto (.{1,200})\.$/,
    '{0} auf {1}.',
    capitalTurn,
    ontoWay,
  ],
  [
    /^(Bear right|Turn right|Turn sharp right|Turn around|Turn sharp left|Turn left|Bear left|Keep right|Keep left|Go straight on) on (.{1,200})\.$/,
    '{0} auf {1}.',
    capitalTurn,
    onWay,
  ],
  [
    /^(Bear right|Turn right|Turn sharp right|Turn around|Turn sharp left|Turn left|Bear left|Keep right|Keep left|Go straight on)\.$/,
    '{0}.',
    capitalTurn,
  ],
  [/^Ride on along (.{1,200})\.$/, 'Auf {0} weiterfahren.', onWay],
  [/^Get off and carry the bicycle over (.{1,200})\.$/, 'Absteigen und das Rad über {0} tragen.', ontoWay],
  [/^Get off and push the bicycle along (.{1,200})\.$/, 'Absteigen und das Rad auf {0} schieben.', onWay],
  [
    /^Enter the roundabout and take the (\w+) exit onto (.{1,200})\.$/,
    'In den Kreisverkehr, {0} Ausfahrt auf {1}.',
    ordinal,
    ontoWay,
  ],
  [/^Enter the roundabout\.$/, 'In den Kreisverkehr.'],
  [/^Leave the roundabout onto (.{1,200})\.$/, 'Den Kreisverkehr verlassen auf {0}.', ontoWay],
  [/^Leave the roundabout\.$/, 'Den Kreisverkehr verlassen.'],
  [/^Ride on\.$/, 'Weiterfahren.'],
  [/^Get off and push the bicycle\.$/, 'Absteigen und das Rad schieben.'],
  [/^You are there already\.$/, 'Sie sind schon da.'],
  [/^Go straight to the next waypoint; no way is followed here\.$/, 'Gerade zum nächsten Wegpunkt; hier ohne Weg.'],
  [/^Arrive at (waypoint \d+), the end of the route\.$/, '{0} erreicht, das Ende der Route.', point],
  [/^(Waypoint \d+ of \d+) reached\.$/, '{0} erreicht.', point],
  [/^(Waypoint \d+ of \d+) \((.{1,60})\) reached\.$/, '{0} ({1}) erreicht.', point, asItIs],
  [/^Arrive at (waypoint \d+) \((.{1,60})\), the end of the route\.$/, '{0} ({1}), das Ende der Route.', point, asItIs],
  [/^(Waypoint \d+ of \d+): follow ([^.]{1,60})\.$/, '{0}: {1} folgen.', point, asItIs],
  [/^(Waypoint \d+ of \d+): leave ([^.]{1,60})\.$/, '{0}: {1} verlassen.', point, asItIs],
  [
    /^Leave (.{1,60}): this is (waypoint \d+), the end of the route\.$/,
    '{0} verlassen: {1}, das Ende der Route.',
    asItIs,
    point,
  ],
]

const gaps: Phrase = (text) =>
  places(text)
    .replaceAll(' left out', ' ausgelassen')
    .replaceAll(' of other ways instead', ' andere Wege stattdessen')
    .replaceAll('no way on the map', 'kein Weg auf der Karte')
    .replaceAll('closed under these settings', 'mit diesen Einstellungen gesperrt')
    .replaceAll('no open way leads there', 'kein offener Weg führt hin')
    .replaceAll('a turn restriction forbids to go on along it', 'ein Abbiegeverbot steht im Weg')

const WARNINGS: Rule[] = [
  [/^(.{1,60}) is not followed (at km .{1,500})\.$/, '{0}: nicht gefolgt {1}.', asItIs, gaps],
  [/^This region is made up: no such place exists\.$/, 'Dieses Gebiet ist erfunden: Keinen dieser Orte gibt es.'],
  [/^A stream is forded (.{1,300})\.$/, 'Ein Bach ist zu durchwaten {0}.', places],
  [
    /^The path is secured with ladders, ropes or rungs (.{1,300})\.$/,
    'Der Pfad ist mit Leitern, Seilen oder Tritten gesichert {0}.',
    places,
  ],
  [/^The way is a via ferrata (.{1,300})\.$/, 'Der Weg ist ein Klettersteig {0}.', places],
  [/^The hardest stretch is (\w+), (.{1,60})\.$/, 'Das schwerste Stück ist {0}, {1}.', asItIs, places],
  [
    /^The path is hardly visible on the ground, or not at all \(`trail_visibility`\), (.{1,300})\.$/,
    'Der Pfad ist im Gelände kaum oder gar nicht zu sehen, {0}.',
    places,
  ],
  [/^At this time the bicycle has to be pushed, (.{1,300})\.$/, 'Um diese Zeit ist das Rad zu schieben, {0}.', places],
  [/^The way goes through a tunnel (.{1,300})\.$/, 'Der Weg führt durch einen Tunnel {0}.', places],
  [
    /^The bicycle has to be pushed for ([^:]{1,20}): (.{1,300})\.$/,
    'Das Rad ist {0} zu schieben: {1}.',
    amount,
    places,
  ],
  [
    /^The bicycle has to be lifted or pushed past a barrier that is closed to it, (.{1,40})\.$/,
    'Das Rad ist an einer Sperre vorbei zu heben oder zu schieben, {0}.',
    places,
  ],
  [
    /^Drawn straight as requested, following no way, (.{1,300})\.$/,
    'Wie verlangt gerade gezeichnet, ohne Weg, {0}.',
    places,
  ],
  [
    /^A ferry is used (.{1,300}); the map gives (less than a minute|1 minute|\d+ minutes) of sailing( for a part)?, waiting not included\. The walking time does not include it\.$/,
    'Eine Fähre wird genommen {0}; die Karte nennt {1} Fahrt, ohne Warten. Die Gehzeit enthält sie nicht.',
    places,
    minutes,
  ],
  [
    /^A ferry is used (.{1,300})\. The walking time does not include it\.$/,
    'Eine Fähre wird genommen {0}. Die Gehzeit enthält sie nicht.',
    places,
  ],
  [
    /^Access depends on conditions \(times, season, vehicles\) that were not evaluated, (.{1,300})\.$/,
    'Der Zugang hängt von Bedingungen ab (Zeiten, Jahreszeit, Fahrzeuge), die nicht ausgewertet wurden, {0}.',
    places,
  ],
  [/^The way is open to agricultural traffic only \(\w+\), (.{1,300})\.$/, 'Nur für Landwirtschaft frei, {0}.', places],
  [/^The way is open to forestry traffic only \(\w+\), (.{1,300})\.$/, 'Nur für Forstwirtschaft frei, {0}.', places],
  [/^The way is open to customers only \(\w+\), (.{1,300})\.$/, 'Nur für Gäste und Kunden frei, {0}.', places],
  [/^The way is open to deliveries only \(\w+\), (.{1,300})\.$/, 'Nur für Lieferungen frei, {0}.', places],
  [/^The way is open to residents and visitors only \(\w+\), (.{1,300})\.$/, 'Nur für Anlieger frei, {0}.', places],
  [/^The way is discouraged for this use \(\w+\), (.{1,300})\.$/, 'Hiervon wird abgeraten, {0}.', places],
  [
    /^From (waypoint [\w ]{1,30}) the search reached its budget: this is the best way found, no way can be more than ([\d.]+ %) cheaper\.$/,
    'Von {0} war der Suchaufwand erschöpft: Dies ist der beste gefundene Weg; keiner kann mehr als {1} günstiger sein.',
    point,
    amount,
  ],
  [
    /^From (waypoint [\w ]{1,30}) the search reached its budget: this is the best way found, how much better another way could be is not known\.$/,
    'Von {0} war der Suchaufwand erschöpft: Dies ist der beste gefundene Weg; wie viel besser ein anderer wäre, ist nicht bekannt.',
    point,
  ],
  [
    /^((?:Waypoint [\w ]{1,30})|The start) lies (.{1,20}) from the way it was moved to\.$/,
    '{0} liegt {1} von dem Weg, auf den er gesetzt wurde.',
    point,
    amount,
  ],
]

const UNKNOWNS: Rule[] = [
  [
    /^The surface of ([\d.,]+ k?m) is not mapped; it is assumed from the kind of way\.$/,
    'Der Untergrund von {0} ist nicht kartiert; er ist aus der Art des Weges angenommen.',
    amount,
  ],
  [/^The surface of ([\d.,]+ k?m) is not known\.$/, 'Der Untergrund von {0} ist nicht bekannt.', amount],
  [
    /^([\d.,]+ k?m) of path have no difficulty grade in the map: they may be of any grade\.$/,
    '{0} Pfad haben in der Karte keinen Schwierigkeitsgrad: Jeder ist möglich.',
    amount,
  ],
  [
    /^Whether ([\d.,]+ k?m) are lit is not mapped: they may be dark\.$/,
    'Ob {0} beleuchtet sind, ist nicht kartiert: Es kann dunkel sein.',
    amount,
  ],
  [
    /^The terrain has no height along ([\d.,]+ k?m); climb there is left out\.$/,
    'Auf {0} hat das Gelände keine Höhe; der Anstieg dort fehlt.',
    amount,
  ],
  [
    /^([\d.,]+ k?m) lie outside the calibration of the moving time\.$/,
    '{0} liegen außerhalb dessen, woran die Gehzeit gemessen wurde.',
    amount,
  ],
  [
    /^Whether access is granted is not known for ([\d.,]+ k?m): the map ties it to conditions\.$/,
    'Ob {0} zugänglich sind, ist nicht bekannt: Die Karte knüpft es an Bedingungen.',
    amount,
  ],
  [
    /^Whether walking is allowed is not mapped for ([\d.,]+ k?m) of cycleway\.$/,
    'Ob man auf {0} Radweg gehen darf, ist nicht kartiert.',
    amount,
  ],
  [
    /^([\d.,]+ k?m) are drawn straight: their climb, time and surface are not known and in no total\.$/,
    '{0} sind gerade gezeichnet: Anstieg, Zeit und Untergrund sind nicht bekannt und in keiner Summe.',
    amount,
  ],
  [
    /^How long the ferry takes is not mapped for ([\d.,]+ k?m)\.$/,
    'Wie lange die Fähre braucht, ist für {0} nicht kartiert.',
    amount,
  ],
  [
    /^(\d+) of (\d+) points are unknown, which is not clear: .{1,400}\.$/,
    '{0} von {1} Punkten sind unbekannt, was nicht schneefrei heißt.',
    asItIs,
    asItIs,
  ],
  [
    /^Snow between the points is not assessed; neighbours lie up to (\d+ m) apart\.$/,
    'Der Schnee zwischen den Punkten ist nicht beurteilt; Nachbarn liegen bis zu {0} auseinander.',
    amount,
  ],
]

const FAILURES: Rule[] = [
  [
    /^No path leads from (waypoint [\w ]{1,30}): the network has none between the ways around them\.$/,
    'Kein Weg führt von {0}: Die Wege um beide sind nicht verbunden.',
    point,
  ],
  [
    /^No path leads from (waypoint [\w ]{1,30}) with `max_?[sS]ac` (\d); a path exists with `max_?[sS]ac` (\d)\.$/,
    'Kein Weg führt von {0} bis zum Grad T{1}; bis T{2} gibt es einen.',
    point,
    asItIs,
    asItIs,
  ],
  [
    /^No path leads from (waypoint [\w ]{1,30}) on signed trails only; a path exists with `marked_?[tT]rails` prefer\.$/,
    'Kein Weg führt nur auf markierten Wegen von {0}; ohne diese Bedingung gibt es einen.',
    point,
  ],
  [
    /^No path leads from (waypoint [\w ]{1,30}) by bicycle; there is one on foot\.$/,
    'Mit dem Rad führt kein Weg von {0}; zu Fuß gibt es einen.',
    point,
  ],
  [
    /^No path leads from (waypoint [\w ]{1,30}) without pushing the bicycle; a path exists with `push` allowed\.$/,
    'Ohne Schieben führt kein Weg von {0}; mit Schieben gibt es einen.',
    point,
  ],
  [
    /^((?:Waypoint [\w ]{1,30})|The start) is too far from the network: the nearest way usable under these settings is ([\d.,]+ k?m) away, and .{1,40}?(\d+ m).{0,20}\.$/,
    '{0} liegt zu weit vom Wegenetz: Der nächste hier nutzbare Weg ist {1} entfernt, erlaubt sind {2}.',
    point,
    amount,
    amount,
  ],
  [
    /^((?:Waypoint [\w ]{1,30})|The start) is too far from the network: no way usable under these settings lies within (\d+ km), and .{1,60}\.$/,
    '{0} liegt zu weit vom Wegenetz: Im Umkreis von {1} gibt es keinen hier nutzbaren Weg.',
    point,
    amount,
  ],
  [
    /^((?:Waypoint [\w ]{1,30})|The start) at .{1,60} lies outside the region of this network .{1,120}\.$/,
    '{0} liegt außerhalb des Gebiets der Karte.',
    point,
  ],
  [
    /^From (waypoint [\w ]{1,30}) it is ([\d.]+ km) in a straight line; at most (\d+) km are allowed\. Add a waypoint in between\.$/,
    'Von {0} sind es {1} Luftlinie; erlaubt sind {2}\u00a0km. Setzen Sie einen Wegpunkt dazwischen.',
    point,
    amount,
    asItIs,
  ],
  [
    /^No good loop of ([\d.]+ km) starts here under these settings\. Possible from here: (.{1,200}) km\.$/,
    'Hier beginnt mit diesen Einstellungen keine gute Rundtour von {0}. Möglich sind von hier: {1}\u00a0km.',
    amount,
    (text) => amount(text).replace(' and ', ' und '),
  ],
]

const RULES: Rule[] = [...DIRECTIONS, ...WARNINGS, ...UNKNOWNS, ...FAILURES, ...DATES, ...PLANNER, ...LINES]

/**
 * Sentences of the service in German, with their values: directions, warnings, what is not known, and failures. A
 * sentence that none of these knows is not translated, which the page says by showing the original in English. Null
 * where a sentence is not known.
 */
function toGerman(message: string): string | null {
  if (message.length > MOST_LETTERS) return null
  const whole = translate(message)
  if (whole !== null) return whole
  // directions may join two sentences: an arrival and the next start, a turn and what follows
  for (let at = message.indexOf('. '); at >= 0; at = message.indexOf('. ', at + 1)) {
    const first = translate(message.slice(0, at + 1))
    const rest = first === null ? null : translate(message.slice(at + 2))
    if (first !== null && rest !== null) return `${first} ${rest}`
  }
  return null
}

function translate(sentence: string): string | null {
  const source = sourceInGerman(sentence)
  if (source !== null) return source
  for (const [pattern, words, ...phrases] of RULES) {
    const found = pattern.exec(sentence)
    if (found !== null)
      return words.replace(/\{(\d)\}/g, (_, at: string) => phrases[Number(at)](found[Number(at) + 1] ?? ''))
  }
  return null
}

export const german: Speech = { words: de.page, translate: toGerman }
