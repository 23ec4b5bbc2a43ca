// Recorded heights that stand for none or cannot be right, in each format of a recording and by each way in: what is
// counted is as if they were not there, and what is not known is not 0 (c2corg/c2c_ui#2190, IsraelHikingMap/Site#80,
// GoldenCheetah/GoldenCheetah#3612).

import { describe, expect, test } from 'vitest'
import { jobOver } from '../../resolvers/analyse-route.ts'
import { elevationProfile } from '../../src/course/elevation-profile.ts'
import { cleanGpx } from '../../src/course/gpx/clean-gpx.ts'
import { measurePace } from '../../src/course/measure-walker.ts'
import { pacePlan } from '../../src/course/pace-plan.ts'
import { readCourse } from '../../src/course/read-course.ts'
import { lineNetwork } from '../support/line-network.ts'
import { walkedFit, walkedGpx, walkedPoints, walkedTcx, type WalkPoint } from '../support/recorded-walk.ts'

const WALK = walkedPoints(1, 3500)
const iso = (timeS: number) => new Date(timeS * 1000).toISOString()
/** NaN: the element is left out. */
const withoutNaN = (xml: string) => xml.replace(/<(ele|AltitudeMeters)>NaN<\/\1>/g, '')

const FORMATS: Record<string, (points: readonly WalkPoint[]) => string> = {
  gpx: (points) => withoutNaN(walkedGpx(points)),
  tcx: (points) => withoutNaN(walkedTcx(points)),
  fit: (points) => walkedFit(points.map((point) => ({ ...point, heightM: inFit(point.heightM) }))).toString('base64'),
  kml: (points) =>
    `<kml xmlns:gx="http://www.google.com/kml/ext/2.2"><Placemark><gx:Track><altitudeMode>absolute</altitudeMode>${points
      .map(
        ({ timeS, lon, lat, heightM }) =>
          `<when>${iso(timeS)}</when><gx:coord>${lon} ${lat.toFixed(6)}${Number.isNaN(heightM) ? '' : ` ${heightM.toFixed(1)}`}</gx:coord>`,
      )
      .join('')}</gx:Track></Placemark></kml>`,
  geojson: (points) =>
    JSON.stringify({
      type: 'LineString',
      coordinates: points.map(({ lon, lat, heightM }) => [lon, lat, ...(Number.isNaN(heightM) ? [] : [heightM])]),
    }),
}
/** FIT writes 65,535 for an altitude that is not known. */
const inFit = (heightM: number) => (heightM > -500 && heightM < 9000 ? heightM : 65_535 / 5 - 500)

const WRONG: Record<string, (rightM: number) => number> = {
  zero: () => 0,
  '-9999': () => -9999,
  '-32768': () => -32768,
  65535: () => 65535,
  missing: () => NaN,
  'too high': (rightM) => rightM + 900,
  'too low': (rightM) => rightM - 480,
}
/** Runs of the wrong heights. */
const PLACES: Record<string, [from: number, to: number][]> = {
  'at the start': [[0, 3]],
  'in the middle': [[300, 304]],
  'here and there': [100, 250, 400].map((from) => [from, from + 1]),
  'at the end': [[WALK.length - 3, WALK.length]],
}

/** A network that has none of the ways of the walk. */
const elsewhere = lineNetwork('A----B', {})

const climbOf = async (points: readonly WalkPoint[], format: string) => {
  const course = readCourse({ file: FORMATS[format](points) }, { points: 5000 })
  const { elevation } = await elevationProfile(course, 'recorded', 300, null)
  const plan = await pacePlan(course, { targetTime: '90' }, 'km', null)
  const analysis = elsewhere.reader.analyseRoute(jobOver(course, 'hike', 'recorded', null))
  return {
    ascentM: elevation.ascentM,
    minM: elevation.minM,
    maxM: elevation.maxM,
    gainM: plan.course.gainM,
    analysedM: analysis.elevation!.ascentM,
  }
}

const paceOf = (points: readonly WalkPoint[], format: string): number => {
  const { lon, lat, heightM, timeMs } = readCourse({ file: FORMATS[format](points) }, { points: 5000 })
  const found = measurePace({ lon, lat, heightM, timeS: timeMs.map((ms) => ms / 1000), isPlan: false }, 'hike')
  return 'log' in found ? found.log : Number.NaN
}

describe.each(Object.keys(FORMATS))('%s', (format) => {
  const truth = climbOf(WALK, format)
  test.each(Object.keys(WRONG).flatMap((what) => Object.keys(PLACES).map((place) => [what, place])))(
    'heights that are %s %s are not there',
    async (what, place) => {
      const spoilt = WALK.map((point) => ({ ...point }))
      for (const [from, to] of PLACES[place])
        for (let i = from; i < to; i++) spoilt[i].heightM = WRONG[what](WALK[i].heightM)
      const [right, found] = [await truth, await climbOf(spoilt, format)]
      for (const name of ['ascentM', 'gainM', 'minM', 'maxM', 'analysedM'] as const)
        expect(Math.abs(found[name]! - right[name]!), name).toBeLessThan(4)
      if (format === 'geojson') return // without times nobody's pace is measured
      expect(Math.abs(paceOf(spoilt, format) - paceOf(WALK, format))).toBeLessThan(0.02)
    },
  )

  test('without any height nothing is 0', async () => {
    for (const heightM of [NaN, -9999]) {
      const course = readCourse(
        { file: FORMATS[format](WALK.map((point) => ({ ...point, heightM }))) },
        { points: 5000 },
      )
      await expect(elevationProfile(course, 'recorded', 300, null)).rejects.toMatchObject({ code: 'no_heights' })
      const plan = await pacePlan(course, { targetTime: '90' }, 'km', null)
      expect(plan.course).toMatchObject({ heights: 'none', gainM: null, lossM: null })
      expect(plan.splits.map(({ gainM }) => gainM)).toEqual(plan.splits.map(() => null))
      const { elevation, movingTime } = elsewhere.reader.analyseRoute(jobOver(course, 'hike', 'auto', null))
      expect([elevation, movingTime]).toEqual([null, null])
    }
  })
})

test.each(Object.keys(WRONG))('cleaning keeps points with heights that are %s, and cuts what repeats them', (what) => {
  const spoilt = WALK.map((point, i) => ({
    ...point,
    heightM: i % 50 < 3 ? WRONG[what](point.heightM) : point.heightM,
  }))
  const once = FORMATS.gpx(spoilt)
  const all = { dedupe: true, dropBad: true, stripTimes: false, stripExtensions: false }
  expect(cleanGpx(once, all)).toMatchObject({ gpx: once, report: { changed: false } })
  const twice = cleanGpx(FORMATS.gpx(spoilt.flatMap((point) => [point, point])), all)
  expect(twice).toMatchObject({ gpx: once, report: { duplicates: WALK.length } })
})
