// What a GPX says beside its line: its name, its waypoints by name and height, cues (points of a route of the type
// `cues`, as write-gpx-file.ts writes them), and what is there and not read. For exports only: a second walk over the
// text, which must have been scanned and found sound.

import { type CourseCue, type CourseWaypoint, isHeight, MOST_FILE_POINTS } from '../course.ts'
import { CourseBuilder, isPlace } from '../files/course-builder.ts'
import { CUE_ROUTE, readCueType } from '../files/cue-types.ts'
import { type ElementTable, findNotRead, namesOf, type NotRead, NotReadList } from '../files/not-read.ts'
import { hasText, textOf, valueOf, walkXml } from '../files/walk-xml.ts'
import type { Utf8Text } from '../../wire/utf8-text.ts'
import { readDecimal, readTimeMs } from './gpx-values.ts'
import type { TagReader } from './xml-markup.ts'

export interface GpxNames {
  name: string | null
  waypoints: CourseWaypoint[]
  cues: CourseCue[]
  notRead: readonly NotRead[]
}

/** `time` and `bounds` of a file, and the program that made it, are about the file itself. */
const TABLE: ElementTable = {
  holds: namesOf('gpx metadata wpt rte rtept trk trkseg trkpt'),
  reads: {
    gpx: namesOf('name time bounds'),
    metadata: namesOf('name time bounds'),
    wpt: namesOf('name ele'),
    trk: namesOf('name'),
    trkpt: namesOf('ele time'),
    rte: namesOf('name type'),
    rtept: namesOf('name type ele time'),
  },
  codes: {
    ...{ 'gpx.author': 'attribution', 'gpx.email': 'attribution', author: 'attribution', copyright: 'attribution' },
    ...{ 'trkpt.extensions': 'sensors', magvar: 'sensors', geoidheight: 'sensors', fix: 'sensors', sat: 'sensors' },
    ...{ hdop: 'sensors', vdop: 'sensors', pdop: 'sensors', ageofdgpsdata: 'sensors', dgpsid: 'sensors' },
    ...{ speed: 'sensors', course: 'sensors', 'trkpt.name': 'names' },
  },
}

/** `hasTrack`: the line is a track, so that routes are something else. */
export function readGpxNames(text: Utf8Text, hasTrack: boolean): GpxNames {
  const reader = new NamesReader(text, hasTrack)
  walkXml(text, reader)
  const { name, waypoints, cues, notRead } = reader.found
  return { name, waypoints, cues, notRead: notRead.list() }
}

class NamesReader {
  readonly found = new CourseBuilder(MOST_FILE_POINTS)
  readonly #text: Utf8Text
  readonly #hasTrack: boolean
  // of the point being read
  #lon = NaN
  #lat = NaN
  #heightM: number | null = null
  #name: string | null = null
  #type: string | null = null
  // of the route being read
  #routeName: string | null = null
  #routeType: string | null = null
  #routePoints: CourseCue[] = []
  #routeNotRead = new NotReadList()

  constructor(text: Utf8Text, hasTrack: boolean) {
    this.#text = text
    this.#hasTrack = hasTrack
  }

  open(path: readonly string[], tag: TagReader): void {
    const name = path[path.length - 1]
    if (name === 'wpt' || name === 'rtept') {
      const { bytes } = this.#text
      this.#lon = tag.lonFrom < 0 ? NaN : readDecimal(bytes, tag.lonFrom, tag.lonTo)
      this.#lat = tag.latFrom < 0 ? NaN : readDecimal(bytes, tag.latFrom, tag.latTo)
      this.#heightM = this.#name = this.#type = null
    } else if (name === 'rte' && path.length === 2) {
      this.#routeName = this.#routeType = null
      this.#routePoints = []
      this.#routeNotRead = new NotReadList()
    } else if (name === 'rpt' && path[1] === 'rte') this.#routeNotRead.leave('shape')
    else if (tag.hasAttributes) this.#leave(path)
  }

  close(path: readonly string[], from: number, to: number, isLeaf: boolean): void {
    const name = path[path.length - 1]
    if (name === 'wpt' && path.length === 2) this.#endWaypoint()
    else if (name === 'rtept' && path.length === 3) this.#endRoutePoint()
    else if (name === 'rte' && path.length === 2) this.#endRoute()
    else if (isLeaf && hasText(this.#text, from, to)) {
      if (findNotRead(TABLE, path) === null) this.#readLeaf(name, path[path.length - 2], from, to)
      else this.#leave(path)
    }
  }

  #leave(path: readonly string[]): void {
    const left = findNotRead(TABLE, path)
    if (left === null) return
    const list = path[1] === 'rte' ? this.#routeNotRead : this.found.notRead
    list.leave(left.code, left.what)
  }

  #readLeaf(name: string, parent: string, from: number, to: number): void {
    const { found } = this
    if (parent === 'wpt' || parent === 'rtept') {
      if (name === 'name') this.#name = found.readName(this.#text, from, to)
      else if (name === 'type') this.#type = textOf(this.#text, from, to, 40)
      else if (name === 'ele') this.#readHeight(parent, from, to)
      else if (name === 'time' && (this.#hasTrack || Number.isNaN(valueOf(this.#text, from, to, readTimeMs))))
        this.#routeNotRead.leave('times')
    } else if (parent === 'trkpt') {
      const isRead = !Number.isNaN(valueOf(this.#text, from, to, name === 'ele' ? readDecimal : readTimeMs))
      if (!isRead) found.notRead.leave(name === 'ele' ? 'heights' : 'times')
    } else if (parent === 'rte') {
      if (name === 'type') this.#routeType = textOf(this.#text, from, to, 40)
      else this.#routeName = found.readName(this.#text, from, to)
    } else if (name === 'name') this.#nameFile(parent, from, to)
  }

  #readHeight(parent: string, from: number, to: number): void {
    const heightM = valueOf(this.#text, from, to, readDecimal)
    this.#heightM = isHeight(heightM) ? heightM : null
    if (this.#heightM === null) (parent === 'wpt' ? this.found.notRead : this.#routeNotRead).leave('heights')
  }

  /** Of the file, of a track: in GPX 1.1 that of the file comes first. */
  #nameFile(parent: string, from: number, to: number): void {
    this.found.nameLine(this.found.readName(this.#text, from, to), parent)
  }

  #endWaypoint(): void {
    const [lon, lat] = [this.#lon, this.#lat]
    if (isPlace(lon, lat)) this.found.waypoint({ lon, lat, heightM: this.#heightM, name: this.#name })
    else this.found.notRead.leave('waypoints')
  }

  #endRoutePoint(): void {
    const [lon, lat] = [this.#lon, this.#lat]
    if (this.#routePoints.length >= MOST_FILE_POINTS || !isPlace(lon, lat)) return
    this.#routePoints.push({ lon, lat, text: this.#name ?? '', type: readCueType(this.#type) })
    if (this.#hasTrack && this.#heightM !== null) this.#routeNotRead.leave('heights')
    if (this.#type !== null && readCueType(this.#type) !== this.#type)
      this.#routeNotRead.leave('properties', 'rtept.type')
  }

  #endRoute(): void {
    const { found } = this
    const isCues = this.#routeType === CUE_ROUTE
    if (this.#hasTrack && !isCues) return found.notRead.leave('routes')
    if (this.#hasTrack) {
      for (const cue of this.#routePoints) found.cue(cue)
      if (this.#routeName !== null) found.notRead.leave('names', 'rte')
    } else {
      found.nameLine(this.#routeName, 'rte')
      if (this.#routePoints.some(({ text }) => text !== '')) found.notRead.leave('names', 'rtept')
      if (this.#routePoints.some(({ type }) => type !== 'other')) found.notRead.leave('properties', 'rtept.type')
      if (this.#routeType !== null && !isCues) found.notRead.leave('properties', 'rte.type')
    }
    found.notRead.addAll(this.#routeNotRead)
  }
}
