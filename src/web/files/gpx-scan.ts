// Reads where the points of a GPX text stand, whatever its size: positions, heights and the place of each element in
// the text, in typed arrays. Made for thinning before a file is sent; what is valid GPX the service decides, not this.
// Comments and CDATA are passed over. A point without a readable position is not counted here and stays in the text.

import type { LonLat } from '../../geo/lon-lat.ts'

export interface GpxScan {
  count: number
  lon: Float64Array
  lat: Float64Array
  /** NaN if unknown */
  heightM: Float64Array
  /** element of each point in the text: first character, and the one after its last */
  start: Float64Array
  end: Float64Array
  /** index of the first point of each part: of track segments, or of routes where there is no track point */
  partStarts: number[]
}

const TAG = /<!--|<!\[CDATA\[|<(?:[\w.-]+:)?(trkseg|rte|trkpt|rtept)\b([^<>]*)>/g
const HEIGHT = /<(?:[\w.-]+:)?ele>\s*([-+]?[\d.]+(?:[eE][-+]?\d+)?)/

/** Never throws. */
export function scanGpx(text: string): GpxScan {
  const track = new Points()
  const route = new Points()
  TAG.lastIndex = 0
  for (let match = TAG.exec(text); match !== null; match = TAG.exec(text)) {
    if (match[1] === undefined) {
      const close = text.indexOf(match[0] === '<!--' ? '-->' : ']]>', TAG.lastIndex)
      if (close < 0) break
      TAG.lastIndex = close
      continue
    }
    const [whole, name, attributes] = match
    if (name === 'trkseg') track.part()
    else if (name === 'rte') route.part()
    else {
      let end = match.index + whole.length
      if (!attributes.endsWith('/')) {
        const close = text.indexOf(`</`, end) < 0 ? -1 : findClose(text, name, end)
        if (close < 0) break
        end = close
      }
      const position = readPosition(attributes)
      if (position !== null) {
        const height = HEIGHT.exec(text.slice(match.index, end))
        const points = name === 'trkpt' ? track : route
        points.push(...position, height === null ? NaN : Number(height[1]), match.index, end)
      }
      TAG.lastIndex = end
    }
  }
  return (track.count > 0 ? track : route).finish()
}

/** The character after `</name>` (of any prefix), -1 where it is missing. */
export function findClose(text: string, name: string, from: number): number {
  for (let at = text.indexOf(`${name}>`, from); at >= 0; at = text.indexOf(`${name}>`, at + 1)) {
    const open = text.lastIndexOf('<', at)
    if (open >= from && text[open + 1] === '/') return at + name.length + 1
  }
  return -1
}

/** Of the attributes of an element; null if absent on earth. */
export function readPosition(attributes: string): LonLat | null {
  const lon = readAttribute(attributes, 'lon')
  const lat = readAttribute(attributes, 'lat')
  return Math.abs(lon) <= 180 && Math.abs(lat) <= 90 ? [lon, lat] : null
}

function readAttribute(attributes: string, name: 'lon' | 'lat'): number {
  const match =
    name === 'lon'
      ? /\blon\s{0,20}=\s{0,20}["']([^"']{1,100})["']/.exec(attributes)
      : /\blat\s{0,20}=\s{0,20}["']([^"']{1,100})["']/.exec(attributes)
  return match === null || match[1].trim() === '' ? NaN : Number(match[1])
}

/** Columns that grow by doubling. */
class Points {
  count = 0
  #columns = Array.from({ length: 5 }, () => new Float64Array(1024))
  #partStarts: number[] = []

  part(): void {
    if (this.#partStarts.at(-1) !== this.count) this.#partStarts.push(this.count)
  }

  push(...values: [number, number, number, number, number]): void {
    if (this.#partStarts.length === 0) this.part()
    if (this.count === this.#columns[0].length) {
      this.#columns = this.#columns.map((column) => {
        const larger = new Float64Array(column.length * 2)
        larger.set(column)
        return larger
      })
    }
    this.#columns.forEach((column, i) => (column[this.count] = values[i]))
    this.count++
  }

  finish(): GpxScan {
    const [lon, lat, heightM, start, end] = this.#columns.map((column) => column.slice(0, this.count))
    return {
      count: this.count,
      lon,
      lat,
      heightM,
      start,
      end,
      partStarts: this.#partStarts.filter((at, i, all) => at < (all[i + 1] ?? this.count)),
    }
  }
}
