import { expect, test } from 'vitest'
import { recordedSeconds } from '../../../src/web/files/recorded-time.ts'

const track = (...times: string[]) =>
  `<gpx><metadata><time>2001-01-01T00:00:00Z</time></metadata><trk><trkseg>${times
    .map((time) => `<trkpt lat="1" lon="2">${time}</trkpt>`)
    .join('')}</trkseg></trk></gpx>`
const at = (clock: string) => `<time>2026-06-01T${clock}</time>`

test('a recording took from its first time to its last; that of the file itself does not count', () => {
  expect(recordedSeconds(track(at('08:00:00Z'), at('09:00:00Z'), at('10:30:00Z')))).toBe(9000)
  expect(recordedSeconds(track('', at('08:00:00.500Z'), at('08:00:10.500Z'), ''))).toBe(10)
})

test.each([
  ['no track', '<gpx><wpt lat="1" lon="2"><time>2026-06-01T08:00:00Z</time></wpt></gpx>'],
  ['no times', track('', '')],
  ['one time', track(at('08:00:00Z'))],
  ['times that run backwards', track(at('09:00:00Z'), at('08:00:00Z'))],
  ['words for times', track('<time>soon</time>', '<time>later</time>')],
  ['a time that does not end', '<trkpt><time>2026-06-01T08:00:00Z'],
])('with %s nothing is known', (_, gpx) => {
  expect(recordedSeconds(gpx)).toBeNull()
})
