// Whatever the service has to say to people, the page says in German: the sentences are read from the sources of the
// service, so that a new one without German is found.

import { expect, test } from 'vitest'
import { UNKNOWNS, WARNINGS } from '../../src/unknowns.ts'
import { serviceText } from '../../src/web/i18n/service-text.ts'
import { loadLanguage } from '../../src/web/i18n/words.ts'
import { fits, sentencesOf } from '../support/service-sentences.ts'

await loadLanguage('de')

/** Failures whose sentence has figures that a visitor needs; the others are said by their codes alone. */
const FAILURES = [
  'no_path',
  'no_snap',
  'no_loop',
  'waypoint_avoided',
  'leg_too_long',
  'outside_region',
  'too_long',
  'too_many_points',
  'too_large',
  'one_part_only',
  'busy',
  'departure_out_of_range',
]
const TAG = '`access:conditional=no @ (Nov-Apr)`'
const AT = 'at km 1.2 for 300 m'

/** One of each kind, and one for each way in which it may go on. */
const EXAMPLES = [
  'Waypoint 2 of 3 at [1.5, 42.5] lies inside an area to avoid.',
  'Waypoint 2 of 3 at [1.5, 42.5] lies outside the region of this network ([1.4, 42.4, 1.8, 42.7]).',
  'From waypoint 1 to 2 of 2 it is 120.4 km in a straight line; at most 100 km are allowed. Add a waypoint in between.',
  'The network was imported before dated tags were read: what is closed at this time is not known.',
  `Whether the way is open depends on the date, and none was given (\`at\`). ${TAG} closes it at times in November to April: ${AT}.`,
  `Whether the way is open depends on the date, and none was given (\`at\`). ${TAG} may close it in May under a condition that cannot be read: ${AT}.`,
  `Whether the way is open depends on the date, and none was given (\`at\`). ${TAG} closes it at times in June and may close it in May under a condition that cannot be read: ${AT}.`,
  `Whether the way is open at the time of arrival cannot be read: ${TAG}: ${AT}.`,
  `A danger depends on the date, and none was given (\`at\`): ${TAG}: ${AT}.`,
  `The way is closed at the time of arrival by ${TAG}: ${AT}.`,
  `Whether the way is open depends on the hour, or cannot be read: ${TAG}: ${AT}.`,
  `A danger is mapped for this time: ${TAG}: ${AT}.`,
  `Whether a danger is present at this time cannot be read: ${TAG}: ${AT}.`,
  `Whether the way can be used all year is not known; the map does not say when in a form that can be read: ${TAG}: ${AT}.`,
  `To whom the way is open depends on the date, and none was given (\`at\`). ${TAG} applies at times in November to April: ${AT}.`,
  `To whom the way is open depends on the hour, or cannot be read: ${TAG}: ${AT}.`,
  `To whom the way is open at the time of arrival cannot be read: ${TAG}: ${AT}.`,
  `The map names a danger: \`hazard=rock_slide\`: ${AT}.`,
  `The way exists in winter only, while ice or snow bears; the map does not say when: \`ice_road=yes\`: ${AT}.`,
  `The tide covers the way at times; the map does not say when: \`tidal=yes\`: ${AT}.`,
  `Water covers the way at times; the map does not say when: \`flood_prone=yes\`: ${AT}.`,
  `The path is hardly visible on the ground, or not at all (\`trail_visibility\`), ${AT}.`,
  `At this time the bicycle has to be pushed, ${AT}.`,
  'The surface of 1.2 km is not mapped; it is assumed from the kind of way.',
  'The surface of 430 m is not known.',
  '1.2 km of path have no difficulty grade in the map: they may be of any grade.',
  'Whether 430 m are lit is not mapped: they may be dark.',
  'The terrain has no height along 1.2 km; climb there is left out.',
  '1.2 km lie outside the calibration of the moving time.',
  'From waypoint 1 to 2 of 2 the search reached its budget: this is the best way found, no way can be more than 2.1 % cheaper.',
  'From waypoint 1 to 2 of 2 the search reached its budget: this is the best way found, how much better another way could be is not known.',
  'From waypoint 1 to 2 of 2 ways are closed at some hours: this is the best way found, how much better another way could be is not known.',
  'From waypoint 1 to 2 of 2 ways are closed at some hours: this is the best way found, no way can be more than 2.1 % cheaper.',
  'This region is made up: no such place exists.',
  'Waypoint 2 of 2 lies 560 m from the way it was moved to.',
  'Waypoint 2 of 2 lies 56 m from the nearest way that is open at the time.',
  'GR 7 is not followed at km 0.4 (400 m left out, no open way leads there).',
  `Access depends on conditions (times, season, vehicles) that were not evaluated, ${AT}.`,
  'Whether access is granted is not known for 1.2 km: the map ties it to conditions.',
  'Whether walking is allowed is not mapped for 1.2 km of cycleway.',
  `The way is open to agricultural traffic only (agricultural), ${AT}.`,
  `The way is open to forestry traffic only (forestry), ${AT}.`,
  `The way is open to customers only (customers), ${AT}.`,
  `The way is open to deliveries only (delivery), ${AT}.`,
  `The way is open to residents and visitors only (destination), ${AT}.`,
  `The way is discouraged for this use (discouraged), ${AT}.`,
  `The bicycle has to be pushed for 300 m: ${AT}.`,
  'The bicycle has to be lifted or pushed past a barrier that is closed to it, at km 1.2.',
  `Drawn straight as requested, following no way, ${AT}.`,
  '1.2 km are drawn straight: their climb, time and surface are not known and in no total.',
  ...['A stream is forded', 'The path is secured with ladders, ropes or rungs', 'The way is a via ferrata'].map(
    (words) => `${words} ${AT} and at km 3.0.`,
  ),
  `A ferry is used ${AT}. The walking time does not include it.`,
  `A ferry is used ${AT}; the map gives 20 minutes of sailing for a part, waiting not included. The walking time does not include it.`,
  `A ferry is used ${AT}; the map gives 1 minute of sailing, waiting not included. The walking time does not include it.`,
  `A ferry is used ${AT}; the map gives less than a minute of sailing, waiting not included. The walking time does not include it.`,
  'How long the ferry takes is not mapped for 1.2 km.',
  'The hardest stretch is T5, at km 1.2 for 300 m.',
  `The way goes through a tunnel ${AT}.`,
  'Turn restrictions leave no way from waypoint 1 to 2 of 2.',
  'The search from waypoint 1 to 2 of 2 reached its budget before it found a path. Try again in a moment, or add a waypoint in between.',
  'No path leads from piece to piece of GR 7 under these settings.',
  'GR 7 has a gap of 12.3 km in a straight line; at most 10 km are bridged. Follow a part of it.',
  'GR 7 is interrupted more than 50 times under these settings.',
  'The search for a way over a gap of GR 7 reached its budget.',
  'No path leads from waypoint 1 to 2 of 2: the network has none between the ways around them.',
  'No path leads from waypoint 1 to 2 of 2 that keeps out of what `avoid` names.',
  'No path leads from waypoint 1 to 2 of 2 without pushing the bicycle; a path exists with `push` allowed.',
  'No path leads from waypoint 1 to 2 of 2 by bicycle; there is one on foot.',
  'No path leads from waypoint 1 to 2 of 2 with `bicycleType` road; a path exists with mountain.',
  'No path leads from waypoint 1 to 2 of 2 with `maxSac` 3; a path exists with `maxSac` 4.',
  'No path leads from waypoint 1 to 2 of 2 on signed trails only; a path exists with `markedTrails` prefer.',
  'No path leads from waypoint 1 to 2 of 2 on signed trails with `maxSac` 3; a path exists with `markedTrails` prefer and `maxSac` 6.',
  'On GR 7 `waypoints[1].to` lies before `waypoints[1].from` in this direction. Leave `direction` out, or exchange them.',
  'GR 7 is 412.0 km long here; at most 300 km of it are followed. Give `from` and `to`.',
  '`waypoints[1].from` is 1.2 km from GR 7, and `snapRadiusM` is 500 m.',
  'Waypoint 2 (GR 7) cannot be followed: the network of this region has none of its ways.',
  'Waypoint 2 (GR 7) cannot be followed: all of its ways are closed under these settings.',
  'Waypoint 2 (GR 7) cannot be followed: all of its ways are closed with `maxSac` 1; some are open with `maxSac` 3.',
  'Waypoint 2 of 2 is too far from the network: the nearest way usable under these settings is 2.3 km away, and `snapRadiusM` is 500 m.',
  'The start is too far from the network: no way usable under these settings lies within 20 km, and at most 500 m are allowed.',
  'A hike loop may be at most 60 km long, and `distanceKm` asks for 80 km.',
  'No good loop of 6.0 km starts here under these settings, nor was one of any other length up to 60 km found.',
  'No good loop of 6.0 km starts here under these settings. Possible from here: 3.1 and 4.2 km.',
  '1.2 km of the line follow no way of the network (no way is near for 1.0 km, the ways near it do not join for 200 m, it lies outside the region for 3 m, the ways near it are closed to this profile for 4 m, it runs too far from the way that joins its points for 5 m): nothing is known of their surface, grade or hazards.',
  'Access to 1.2 km depends on conditions that were not evaluated.',
  '1.2 km are closed, or may be, at times of the year or of the day.',
  'The surface of 1.2 km is assumed from the kind of way.',
  '1.2 km of path have no difficulty grade: they may be of any grade.',
  'The terrain has no height along 1.2 km, which count as level.',
  'The map ends beside what is reached: how far one gets beyond its edge is not known.',
  'The duration of a ferry is not mapped; what lies beyond it is left out.',
  'What is within reach has lines of more than 200,000 points. Ask for fewer minutes.',
  'What is within reach covers too much ground for a `toleranceM` of 20. Ask for fewer metres, or a larger `toleranceM`.',
  `No way is open on that date. Closed: way 2 (${TAG}).`,
  `No way is open at that time. Closed: way 2 (${TAG}), way 3 (${TAG}).`,
  `No way to waypoint 2 is open at that time. Closed: way 2 (${TAG}).`,
  'The start is too far from the network: the nearest way usable under these settings is 2.3 km away, and at most 500 m are allowed.',
  'Waypoint 2 of 2 is too far from the network: no way usable under these settings lies within 20 km, and `snapRadiusM` is 500 m.',
  'What is within reach holds more than 400,000 junctions. Ask for fewer minutes.',
  `No way to waypoint 2 is open on that date. Closed: way 2 (${TAG}, until 2027-05-01T00:00) and 2 more.`,
  'The recorded heights are not used: the file has no heights. The heights come from the terrain model.',
  'The recorded heights are not used: 12.0 % of the points have no usable height (at most 5 % allowed). The heights come from the terrain model.',
  'The recorded heights are not used: 3 % of the heights are spikes of 100 m or more (at most 1 % allowed). The heights come from the terrain model.',
  'The recorded heights are not used: all heights are 0 m over 3.2 km. The heights come from the terrain model.',
  'The recorded heights are not used: their median is 212 m above the terrain (at most 100 m allowed). The heights come from the terrain model.',
  'The recorded heights are not used: their median is 212 m below the terrain (at most 100 m allowed). The heights come from the terrain model.',
  '250 m of the line have no height; any climb there is left out, not interpolated.',
  '3 of 250 points, along 48 m, have no recorded height that can be right; climb is counted between the heights around them.',
  'No heights are known along the course: climb, descent and character of the splits are not known, and the time is shared out by length alone.',
  'The line has 3 parts; this operation takes one part only. Send each part on its own.',
  'The line is 412.0 km long; at most 300 km are accepted.',
  'The route is 412.0 km long; at most 300 km are accepted.',
  'The route has 60000 points; a file takes at most 50000.',
  'The line has 6000 points; at most 5000 are accepted.',
  'The file holds more than 5000 points, which is the limit of this operation.',
  'The file holds 60000 points; this operation accepts at most 50000.',
  '3 of 12 samples have no forecast; each says why.',
  '3 of 12 samples have no probability of precipitation: it is unknown, not 0.',
  "3 of 12 samples have the temperature of the model's cell: its height, or that of the point, is not known.",
  'The weather is made up, as the demo region is: it says nothing about any real place.',
  '250 m go by ferry, whose time is not counted: arrivals after it are later.',
  '250 m are drawn straight; arrivals count them as an untagged path.',
  'There is no snow forecast: no weather provider is set up.',
  'There is no snow forecast: the weather provider failed.',
  'There is no snow forecast: The weather provider is not answering; it will be tried again shortly.',
  'There is no snow forecast: The weather provider refused the request (status 400: bad).',
  '3 of 12 point forecasts lack a value, because no model has it there.',
  'No heights are known along the line: climb and time are not given.',
  'More than 50 areas contain this point; none of them is listed.',
  'Time, ways, difficulty, hazards and warnings were not looked up along it; `analysis` has them.',
  'Climb, time, surfaces, ways, difficulty, hazards and warnings were not looked up along it; `analysis` has them.',
  'The GPX has 6000000 characters; at most 5000000 are accepted.',
  '`departure` must lie between six hours ago and 16 days ahead.',
  "The terrain has no heights along the line: temperatures are those of the model's cell, and walking is timed as on level ground.",
  'Walking is timed by length and climb alone: the line follows no mapped way whose surface and grade are known. On T3 and harder, arrivals are later.',
  '250 m lie outside the calibration of waypost-hike/2; arrival times are less sure there.',
  '3 of 12 points are unknown, which is not clear: cloud 2, night 1.',
  'Snow between the points is not assessed; neighbours lie up to 250 m apart.',
  '3 of 12 points have no terrain height.',
  'The map cuts the border of Andorra: whether it contains the point is unknown.',
  'The map cuts the border of 12 areas (Andorra, Aran, ...): whether they contain the point is unknown.',
  'Snow forecasts are shared by points up to 1.6 km from their place.',
  'The signed routes of the request are longer than 1000 km together.',
]
/** Written in parts that are no literals beside their codes. */
const OTHERS = [
  'The search was stopped before it ended.',
  'Take the ferry.',
  'No alternatives were looked for: a waypoint lies on a via ferrata.',
  'No alternatives were looked for: this network does not support them.',
  'There is no forecast.',
  'There is no forecast for this place.',
  'No model of the provider has a forecast for this place.',
  'No model has this hour.',
  'Heights from N42E001.hgt, N41E001.hgt and 3 more (source not stated)',
  'Basemap from europe.pmtiles (source not stated)',
  'Synthetic demo region: an invented island, map and heights made by Waypost',
  '© OpenStreetMap contributors',
]
const ENGLISH = /\b(?:the|of|is|are|and|with|from|not|no|for|at|have|has)\b/i
/**
 * Of a server of several regions, and of bodies and documents that the page does not send, or sends too large: it says
 * them in English until it has a catalogue of its own language.
 */
const UNSAID = /^error\.(?:outside_region\.(?:regions|parted)|too_large\.(?!gpx$|areas$)|too_many_points\.recording$)/
const sentences = sentencesOf([...Object.keys(UNKNOWNS), ...Object.keys(WARNINGS), ...FAILURES]).filter(
  ({ where }) => !UNSAID.test(where),
)

test('the sentences of the service are found in its sources', () => {
  expect(sentences.length).toBeGreaterThan(80)
  expect(new Set(sentences.map(({ code }) => code)).size).toBeGreaterThan(30)
})

test('each of them has an example here', () => {
  const without = sentences.filter((sentence) => !EXAMPLES.some((example) => fits(sentence, example)))
  expect(without.map(({ where, pieces }) => `${where}: ${pieces.join('…')}`)).toEqual([])
})

test('no example is left of a sentence that the service says no more', () => {
  expect(EXAMPLES.filter((example) => !sentences.some((sentence) => fits(sentence, example)))).toEqual([])
})

test('each is said in German, with its figures, and no English word is left', () => {
  const faults = [...EXAMPLES, ...OTHERS].flatMap((example) => {
    const { text, language } = serviceText('de', example)
    const bare = text.replace(/`[^`]*`/g, '').replace(/source not/, '')
    return language === 'de' && !ENGLISH.test(bare) ? [] : [`${example} -> ${text}`]
  })
  expect(faults).toEqual([])
})

test.each([
  ['Leave the roundabout onto Carrer Major.', 'Den Kreisverkehr verlassen auf Carrer Major.'],
  [
    'Leave the roundabout. Get off and push the bicycle along the footway, heading south.',
    'Den Kreisverkehr verlassen. Absteigen und das Rad auf dem Fußweg Richtung Süden schieben.',
  ],
  [
    'Ride on. Enter the roundabout and take the 21st exit onto Carrer Major.',
    'Weiterfahren. In den Kreisverkehr, 21. Ausfahrt auf Carrer Major.',
  ],
  ['Get off and push the bicycle. Enter the roundabout.', 'Absteigen und das Rad schieben. In den Kreisverkehr.'],
])('%s', (english, german) => {
  expect(serviceText('de', english)).toEqual({ text: german, language: 'de' })
})
