import { describe, expect, test } from 'vitest'
import { serviceText, withNames } from '../../../src/web/i18n/service-text.ts'
import { loadLanguage } from '../../../src/web/i18n/words.ts'
import { sharedServer } from '../../support/shared-server.ts'

await loadLanguage('de')

const german = (message: string) => serviceText('de', message)

describe('sentences of the service in German', () => {
  test.each([
    ['Head northeast on the track.', 'Nach Nordosten auf dem Fahrweg.'],
    [
      '1.2 km longer, 1 minute quicker, 104 m less climb, hardest grade T2 instead of T3, 3.0 km more on paved ways; 31 % of its cost is on the best route.',
      '1,2\u00a0km länger, 1\u00a0min schneller, 104\u00a0m weniger Anstieg, bis T2, 3,0\u00a0km mehr auf festem Belag; 31\u00a0% seines Aufwands liegen auf der besten Route.',
    ],
    [
      'Hardest grade via ferrata instead of T3; 0 % of its cost is on the best route.',
      'Bis Klettersteig; 0\u00a0% seines Aufwands liegen auf der besten Route.',
    ],
    [
      'About as long; 50 % of its cost is on the best route.',
      'Etwa gleich lang; 50\u00a0% seines Aufwands liegen auf der besten Route.',
    ],
    [
      'About as long, with about as much climb; 69 % of its cost is on the best route.',
      'Etwa gleich lang, mit etwa gleich viel Anstieg; 69\u00a0% seines Aufwands liegen auf der besten Route.',
    ],
    [
      'The loop is 6.8 km, 15 % shorter than asked, and no loop was found that passes all, this one misses 1 of 2.',
      'Die Runde ist 6,8\u00a0km lang, 15\u00a0% kürzer als gewünscht, und es wurde keine Runde gefunden, die an allen Orten vorbeiführt; dieser fehlen 1 von 2.',
    ],
    [
      '3.0 km of it (45 %) are travelled twice, and no better loop was found towards 180°, this one goes towards 90°.',
      '3,0\u00a0km davon (45\u00a0%) werden zweimal begangen, und in Richtung 180° wurde keine bessere Runde gefunden, diese geht in Richtung 90°.',
    ],
    [
      'Access to 1.2 km depends on conditions that were not evaluated.',
      'Der Zugang zu 1,2\u00a0km hängt von Bedingungen ab, die nicht ausgewertet wurden.',
    ],
    ['Turn left onto the path signed GR 11, heading north.', 'Links auf den Pfad (Zeichen GR 11) Richtung Norden.'],
    ['Turn sharp right to stay on CG-4.', 'Scharf rechts, um auf CG-4 zu bleiben.'],
    ['Waypoint 2 of 3 reached. Head south on Inselring (R1).', 'Wegpunkt B erreicht. Nach Süden auf Inselring (R1).'],
    ['Turn left. Ride on along the road.', 'Links. Auf der Straße weiterfahren.'],
    ['Arrive at waypoint 3, the end of the route.', 'Wegpunkt C erreicht, das Ende der Route.'],
    [
      'Waypoint 2 of 3: follow GR 7. Head east on the path signed GR 7.',
      'Wegpunkt B: GR 7 folgen. Nach Osten auf dem Pfad (Zeichen GR 7).',
    ],
    ['Leave GR 7: this is waypoint 1, the end of the route.', 'GR 7 verlassen: Wegpunkt A, das Ende der Route.'],
    ['Waypoint 2 of 3 (Refugi) reached. Turn left.', 'Wegpunkt B (Refugi) erreicht. Links.'],
    [
      'GR 7 is not followed at km 0.4 (400 m left out, 1.2 km of other ways instead, closed under these settings).',
      'GR 7: nicht gefolgt bei km\u00a00,4 (400\u00a0m ausgelassen, 1,2\u00a0km andere Wege stattdessen, mit diesen Einstellungen gesperrt).',
    ],
    ['A stream is forded at km 6.4 and at km 6.9.', 'Ein Bach ist zu durchwaten bei km\u00a06,4 und bei km\u00a06,9.'],
    [
      'The way goes through a tunnel at km 1.2 for 300 m, at km 4.0 for 80 m and 3 more.',
      'Der Weg führt durch einen Tunnel bei km\u00a01,2 auf 300\u00a0m, bei km\u00a04,0 auf 80\u00a0m und 3 weiteren.',
    ],
    [
      'GR 11 is not followed at km 1.2 (300 m left out, closed under these settings).',
      'GR 11: nicht gefolgt bei km\u00a01,2 (300\u00a0m ausgelassen, mit diesen Einstellungen gesperrt).',
    ],
    [
      'GR 11 is not followed at km 1.2 (300 m left out, a turn restriction forbids to go on along it).',
      'GR 11: nicht gefolgt bei km\u00a01,2 (300\u00a0m ausgelassen, ein Abbiegeverbot steht im Weg).',
    ],
    ['The surface of 1.2 km is not known.', 'Der Untergrund von 1,2\u00a0km ist nicht bekannt.'],
    [
      'Waypoint 2 of 2 is too far from the network: the nearest way usable under these settings is 2.3 km away, and `snapRadiusM` is 500 m.',
      'Wegpunkt B liegt zu weit vom Wegenetz: Der nächste hier nutzbare Weg ist 2,3\u00a0km entfernt, erlaubt sind 500\u00a0m.',
    ],
  ])('%s', (message, text) => expect(german(message)).toEqual({ text, language: 'de' }))

  test('one that is not known stays English, and says so', () => {
    expect(german('The moon is 3 km away.')).toEqual({ text: 'The moon is 3\u00a0km away.', language: 'en' })
  })

  test('in English coordinates come latitude first, waypoints by their signs', () => {
    expect(serviceText('en', 'Waypoint 2 of 3 at [1.5, 42.25] lies outside.').text).toBe(
      'Waypoint B at 42.25, 1.5 lies outside.',
    )
  })

  test('every direction, warning, unknown and failure of routes over the demo region is said in German', async () => {
    const { api } = await sharedServer()
    const places = [
      [-40.42889, 33.47111],
      [-40.44889, 33.44167],
      [-40.46, 33.46],
      [-40.41, 33.43],
      [-40.39, 33.4],
    ]
    const english: string[] = []
    let said = 0
    for (const profile of ['hike', 'run', 'bike'])
      for (let i = profile === 'run' ? 3 : 0; i < places.length; i += profile === 'hike' ? 1 : 2) {
        const waypoints = [places[i], places[(i + 2) % places.length], places[(i + 1) % places.length]]
        const answer = await fetch(`${api}/v1/route`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ waypoints, profile, ...(profile === 'bike' ? {} : { max_sac: i + 1 }) }),
        })
        const found = (await answer.json()) as Record<string, any>
        const messages: string[] = answer.ok
          ? [
              ...found.maneuvers.map((one: { instruction: string }) => one.instruction),
              ...[...found.warnings, ...found.unknowns].map((one: { message: string }) => one.message),
            ]
          : [found.message ?? found.error.message ?? found.error]
        said += messages.length
        english.push(...messages.filter((message) => german(message).language === 'en'))
      }
    expect(said).toBeGreaterThan(60)
    expect([...new Set(english)]).toEqual([])
  }, 240_000)
})

const NAMES: [string, string][] = [
  ['Atlantikbogen', 'Atlantic Arc'],
  ['Atlantikbogen Nord', 'Northern Arc'],
  ['Weg (1)', 'Way 1'],
]

describe('trails in the sentences of the service', () => {
  test.each([
    ['Waypoint 2 of 3: follow Atlantikbogen. Head east.', 'Waypoint 2 of 3: follow Atlantic Arc. Head east.'],
    ['Atlantikbogen Nord is not followed at km 0.4.', 'Northern Arc is not followed at km 0.4.'],
    ['Leave Weg (1), go on to Atlantikbogen.', 'Leave Way 1, go on to Atlantic Arc.'],
    ['Leave GR 7: this is waypoint 1.', 'Leave GR 7: this is waypoint 1.'],
  ])('have the names of the page: %s', (message, said) => {
    expect(withNames(message, NAMES)).toBe(said)
  })

  test.each([
    'Turn left onto the path signed Atlantikbogen.',
    'Turn left onto Atlantikbogenstraße.',
    'Turn left onto Südatlantikbogen, Superatlantikbogen and XAtlantikbogen.',
  ])('but for what signs show, and words that hold a name: %s', (message) => {
    expect(withNames(message, NAMES)).toBe(message)
  })
})
