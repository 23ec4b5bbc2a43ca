// Recordings of a made-up walk over a hill for tests: a point every 5 s, as GPX, TCX and FIT.

import { PACE_MODELS } from '../../src/course/pace-models.ts'

export interface WalkPoint {
  timeS: number
  lon: number
  lat: number
  heightM: number
}

const START_S = Date.UTC(2026, 5, 1, 8) / 1000
const METRES_PER_DEGREE = 111_195
/** A hill of 120 m in the middle of every 2 km. */
const SLOPE = 0.12

/** `factor` times the time that service-hike/2 tells. */
export function walkedPoints(factor: number, lengthM = 6000): WalkPoint[] {
  const { levelSPerM, upSPerM, downSPerM } = PACE_MODELS.hike
  const points: WalkPoint[] = []
  let atM = 0
  for (let timeS = 0; atM < lengthM; timeS += 5) {
    const up = atM % 2000 < 1000
    const heightM = 500 + SLOPE * (up ? atM % 2000 : 2000 - (atM % 2000))
    points.push({ timeS: START_S + timeS, lon: 8, lat: 46 + atM / METRES_PER_DEGREE, heightM })
    atM += 5 / (factor * (levelSPerM + SLOPE * (up ? upSPerM : downSPerM)))
  }
  return points
}

const iso = (timeS: number) => new Date(timeS * 1000).toISOString()

export function walkedGpx(points: readonly WalkPoint[]): string {
  const trackPoints = points.map(
    ({ timeS, lon, lat, heightM }) =>
      `<trkpt lat="${lat.toFixed(6)}" lon="${lon}"><ele>${heightM.toFixed(1)}</ele><time>${iso(timeS)}</time></trkpt>`,
  )
  return `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${trackPoints.join('')}</trkseg></trk></gpx>`
}

export function walkedTcx(points: readonly WalkPoint[]): string {
  const trackPoints = points.map(
    ({ timeS, lon, lat, heightM }) =>
      `<Trackpoint><Time>${iso(timeS)}</Time><Position><LatitudeDegrees>${lat.toFixed(6)}</LatitudeDegrees><LongitudeDegrees>${lon}</LongitudeDegrees></Position><AltitudeMeters>${heightM.toFixed(1)}</AltitudeMeters></Trackpoint>`,
  )
  return `<TrainingCenterDatabase><Activities><Activity Sport="Other"><Lap><Track>${trackPoints.join('')}</Track></Lap></Activity></Activities></TrainingCenterDatabase>`
}

/** Little-endian records of timestamp, place, altitude and heart rate, after a message that no reader needs. */
export function walkedFit(points: readonly WalkPoint[]): Buffer {
  const definition = (local: number, globalNumber: number, fields: number[][]) =>
    Buffer.from([0x40 | local, 0, 0, globalNumber & 255, globalNumber >> 8, fields.length, ...fields.flat()])
  const record = ({ timeS, lon, lat, heightM }: WalkPoint): Buffer => {
    const message = Buffer.alloc(16)
    message.writeUInt8(1, 0)
    message.writeUInt32LE(Math.round(timeS) - 631_065_600, 1)
    message.writeInt32LE(Math.round((lat * 2 ** 31) / 180), 5)
    message.writeInt32LE(Math.round((lon * 2 ** 31) / 180), 9)
    message.writeUInt16LE(Math.round((heightM + 500) * 5), 13)
    message.writeUInt8(120, 15)
    return message
  }
  const data = Buffer.concat([
    definition(0, 0, [
      [0, 1, 0],
      [1, 2, 132],
    ]),
    Buffer.from([0, 4, 1, 0]),
    definition(1, 20, [
      [253, 4, 134],
      [0, 4, 133],
      [1, 4, 133],
      [2, 2, 132],
      [3, 1, 2],
    ]),
    ...points.map(record),
  ])
  const header = Buffer.alloc(14)
  header.writeUInt8(14, 0)
  header.writeUInt32LE(data.length, 4)
  header.write('.FIT', 8, 'latin1')
  return Buffer.concat([header, data, Buffer.alloc(2)])
}
