import { describe, expect, test } from 'vitest'
import { gpxWaypoints } from '../../../src/web/files/gpx-waypoints.ts'

describe('the waypoints of a GPX text', () => {
  test('come with their names, of any prefix, escaped or in CDATA; one without a name has none', () => {
    const text = `<gpx><wpt lat="42.5" lon="1.5"><ele>1</ele><name>Font &amp; Bany &#8211; a</name></wpt>
      <g:wpt lon='-2' lat='3'><g:name><![CDATA[<b>Refugi</b>]]></g:name></g:wpt><wpt lat="1" lon="2"/>
      <trk><name>no waypoint</name><trkseg><trkpt lat="9" lon="9"><name>nor this</name></trkpt></trkseg></trk></gpx>`
    expect(gpxWaypoints(text)).toEqual({
      points: [
        { point: [1.5, 42.5], name: 'Font & Bany – a' },
        { point: [-2, 3], name: '<b>Refugi</b>' },
        { point: [2, 1], name: null },
      ],
      count: 3,
    })
  })

  test('are none in comments and CDATA, and none without a position', () => {
    const text =
      '<gpx><!-- <wpt lat="1" lon="1"/> --><desc><![CDATA[<wpt lat="1" lon="1"/>]]></desc><wpt lat="95" lon="1"/><wpt/></gpx>'
    expect(gpxWaypoints(text)).toEqual({ points: [], count: 0 })
  })

  test('beyond 200 are counted', () => {
    const { points, count } = gpxWaypoints(`<gpx>${'<wpt lat="1" lon="1"></wpt>'.repeat(250)}</gpx>`)
    expect([points.length, count]).toEqual([200, 250])
  })
})
