// What a GPX says beside its line: its name, its waypoints by name and height, cues (points of a route of the type
// `cues`, as write-gpx-file.ts writes them), and what is there and not read. For exports only: a second walk over the
// text, which must have been scanned and found sound.

import type { CourseCue, CourseWaypoint, NotRead } from '../course.ts'
import { isPlace } from '../files/course-builder.ts'
import { CUE_FOLDER, readCueType } from '../files/cue-types.ts'
import { textOf, walkXml } from '../files/walk-xml.ts'
import type { Utf8Text } from '../../wire/utf8-text.ts'
import { readDecimal } from './gpx-values.ts'
import type { TagReader } from './xml-markup.ts'

const MAX_NAME = 200

export interface GpxNames {
  name: string | null
  waypoints: CourseWaypoint[]
  cues: CourseCue[]
  notRead: NotRead[]
}

/** `hasTrack`: the line is a track, so that routes are something else. */
export function readGpxNames(text: Utf8Text, hasTrack: boolean): GpxNames {
  const reader = new NamesReader(text)
  walkXml(text, reader)
  const { names } = reader
  if (hasTrack && reader.otherRoutes > 0) names.notRead.push('routes')
  if (!hasTrack) names.cues = []
  return names
}

class NamesReader {
  readonly names: GpxNames = { name: null, waypoints: [], cues: [], notRead: [] }
  otherRoutes = 0
  readonly #text: Utf8Text
  #lon = NaN
  #lat = NaN
  #heightM: number | null = null
  #name: string | null = null
  #type: string | null = null
  #isMetadataName = false
  #routeType: string | null = null
  #routePoints: CourseCue[] = []

  constructor(text: Utf8Text) {
    this.#text = text
  }

  open(path: readonly string[], tag: TagReader): void {
    const name = path[path.length - 1]
    if (name === 'wpt' || name === 'rtept') {
      const { bytes } = this.#text
      this.#lon = tag.lonFrom < 0 ? NaN : readDecimal(bytes, tag.lonFrom, tag.lonTo)
      this.#lat = tag.latFrom < 0 ? NaN : readDecimal(bytes, tag.latFrom, tag.latTo)
      this.#heightM = this.#name = this.#type = null
    } else if (name === 'rte' && path.length === 2) {
      this.#routeType = null
      this.#routePoints = []
    }
  }

  close(path: readonly string[], from: number, to: number, isLeaf: boolean): void {
    const name = path[path.length - 1]
    if (path.length < 2) return
    const parent = path[path.length - 2]
    if (name === 'wpt' && path.length === 2) this.#endWaypoint()
    else if (name === 'rtept' && parent === 'rte') this.#endRoutePoint()
    else if (name === 'rte' && path.length === 2) this.#endRoute()
    else if (name === 'extensions' && (parent === 'trkpt' || parent === 'rtept')) this.#leave('sensors')
    else if (isLeaf && path.length < 5) this.#readLeaf(name, parent, from, to)
  }

  #readLeaf(name: string, parent: string, from: number, to: number): void {
    if (parent === 'wpt' || parent === 'rtept') {
      if (name === 'name') this.#name = textOf(this.#text, from, to, MAX_NAME)
      else if (name === 'type') this.#type = textOf(this.#text, from, to, MAX_NAME)
      else if (name === 'ele') {
        const heightM = readDecimal(this.#text.bytes, from, to)
        this.#heightM = Number.isNaN(heightM) ? null : heightM
      }
    } else if (name === 'type' && parent === 'rte') this.#routeType = textOf(this.#text, from, to, MAX_NAME)
    else if (name === 'name' && (parent === 'metadata' || parent === 'gpx')) {
      const words = textOf(this.#text, from, to, MAX_NAME)
      if (words !== null) this.names.name = words
      this.#isMetadataName ||= words !== null
    } else if (name === 'name' && parent === 'trk' && !this.#isMetadataName)
      this.names.name ??= textOf(this.#text, from, to, MAX_NAME)
  }

  #endWaypoint(): void {
    const [lon, lat] = [this.#lon, this.#lat]
    if (isPlace(lon, lat)) this.names.waypoints.push({ lon, lat, heightM: this.#heightM, name: this.#name })
  }

  #endRoutePoint(): void {
    const [lon, lat] = [this.#lon, this.#lat]
    if (isPlace(lon, lat)) this.#routePoints.push({ lon, lat, text: this.#name ?? '', type: readCueType(this.#type) })
  }

  #endRoute(): void {
    if (this.#routeType === CUE_FOLDER) for (const cue of this.#routePoints) this.names.cues.push(cue)
    else this.otherRoutes++
  }

  #leave(what: NotRead): void {
    if (!this.names.notRead.includes(what)) this.names.notRead.push(what)
  }
}
