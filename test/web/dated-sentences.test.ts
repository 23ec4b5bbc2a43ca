// What the service says about dates, in German: each kind of sentence as the router writes it.

import { expect, test } from 'vitest'
import { serviceText } from '../../src/web/i18n/service-text.ts'
import { loadLanguage } from '../../src/web/i18n/words.ts'

await loadLanguage('de')

const TAG = '`access:conditional=no @ (Nov-Apr)`'
const UNDATED = 'Whether the way is open depends on the date, and none was given (`at`).'
const WHERE = 'at km 0.1 for 246 m'
const DANN = 'bei km\u00a00,1 auf 246\u00a0m'

test.each([
  [
    `${UNDATED} ${TAG} closes it at times in November to April: ${WHERE}.`,
    `Ob der Weg offen ist, hängt vom Tag ab, und keiner ist gewählt. ${TAG} sperrt ihn zeitweise in November bis April: ${DANN}.`,
  ],
  [
    `${UNDATED} ${TAG}, ${TAG} closes it at times in every month and may close it in May under a condition that cannot be read: ${WHERE}.`,
    `Ob der Weg offen ist, hängt vom Tag ab, und keiner ist gewählt. ${TAG}, ${TAG} sperrt ihn zeitweise in jedem Monat und vielleicht in Mai, unter einer Bedingung, die nicht lesbar ist: ${DANN}.`,
  ],
  [`A danger is mapped for this time: ${TAG}: ${WHERE}.`, `Für diese Zeit ist eine Gefahr kartiert: ${TAG}, ${DANN}.`],
  [
    `Whether the way can be used all year is not known; the map does not say when in a form that can be read: ${TAG}: ${WHERE}.`,
    `Ob der Weg das ganze Jahr nutzbar ist, ist nicht bekannt; die Karte sagt es nicht lesbar: ${TAG}, ${DANN}.`,
  ],
  [
    'From waypoint 1 to 2 of 2 ways are closed at some hours: this is the best way found, no way can be more than 12.5 % cheaper.',
    'Von A nach B sind Wege zu manchen Stunden gesperrt: Dies ist der beste gefundene Weg; keiner kann mehr als 12,5\u00a0% günstiger sein.',
  ],
  [
    'Waypoint 2 of 2 lies 56 m from the nearest way that is open at the time.',
    'Wegpunkt B liegt 56\u00a0m vom nächsten Weg, der dann offen ist.',
  ],
  [
    `No way to waypoint 2 is open on that date. Closed: way 2 (${TAG}, until 2027-05-01T00:00), way 3 (${TAG}) and 2 more.`,
    `Dann ist kein Weg dorthin offen. Gesperrt: Weg 2 (${TAG}, bis 2027-05-01T00:00), Weg 3 (${TAG}) und 2 weitere.`,
  ],
])('%s', (english, text) => expect(serviceText('de', english)).toEqual({ text, language: 'de' }))
