// A trip in the terminal: how far, how high, how long, turn by turn, and what is not known about it; or as a GPX file.

import { writeFile } from 'node:fs/promises'
import { createClient, TripFileDocument, WaypostError } from '@waypost/client'

const USAGE = 'usage: node trip.mjs LON,LAT LON,LAT ... [--profile hike|run|bike] [--gpx FILE] [--api URL] [--key KEY]'
const { points, profile, gpx, api, key } = readArguments(process.argv.slice(2))

const waypost = createClient({
  apiUrl: api,
  key,
  onCost: ({ charged, left }) => left !== null && console.error(`${charged} credits, ${left} left today`),
})

try {
  const input = { waypoints: points.map((at) => ({ at })), settings: { mode: profile.toUpperCase() } }
  const { data, errors } = await waypost.query(TripFileDocument, { input, name: 'Trip' })
  for (const { path, message } of errors) console.error(`${path?.join('.')}: ${message}`)
  if (gpx === undefined) print(data.route)
  else if (data.route.export !== null) {
    await writeFile(gpx, data.route.export.text)
    console.log(`written: ${gpx}`)
  } else process.exitCode = 1
} catch (error) {
  if (!(error instanceof WaypostError)) throw error
  console.error(`${error.code}: ${error.message}${error.field === null ? '' : ` (${error.field})`}`)
  process.exitCode = 1
}

function print({ lengthM, elevation, time, maneuvers, unknowns }) {
  const metres = (value) => (value == null ? 'unknown' : `${Math.round(value)} m`)
  console.log(
    `${(lengthM / 1000).toFixed(1)} km, up ${metres(elevation?.ascentM)}, down ${metres(elevation?.descentM)}, ${timeOf(time)}`,
  )
  for (const { instruction, lengthM: along } of maneuvers) console.log(`${metres(along).padStart(8)}  ${instruction}`)
  for (const { message } of unknowns) console.log(`Not known: ${message}`)
}

function timeOf(time) {
  if (time === null) return 'time unknown'
  const minutes = Math.round(time.movingS / 60)
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min of moving`
}

function readArguments(words) {
  const read = { points: [], profile: 'hike', gpx: undefined, api: 'http://localhost:4000', key: undefined }
  for (let at = 0; at < words.length; at++) {
    const point = words[at].split(',').map(Number)
    if (point.length === 2 && point.every(Number.isFinite)) read.points.push(point)
    else if (words[at].slice(2) in read && at + 1 < words.length) read[words[at].slice(2)] = words[++at]
    else fail()
  }
  return read.points.length < 2 ? fail() : read
}

function fail() {
  console.error(USAGE)
  process.exit(2)
}
