// Lines to ask about: GPX, polylines, lengths, all of it apart from the server's own code.

export type LonLat = [lon: number, lat: number]
export type Box = [minLon: number, minLat: number, maxLon: number, maxLat: number]

const EARTH_M = 6_371_008.8
const RADIANS = Math.PI / 180

export function distanceM([lonA, latA]: readonly number[], [lonB, latB]: readonly number[]): number {
  const half =
    Math.sin(((latB - latA) * RADIANS) / 2) ** 2 +
    Math.cos(latA * RADIANS) * Math.cos(latB * RADIANS) * Math.sin(((lonB - lonA) * RADIANS) / 2) ** 2
  return 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(half)))
}

export function lengthM(line: readonly (readonly number[])[]): number {
  return line.reduce((sum, point, index) => (index === 0 ? 0 : sum + distanceM(line[index - 1], point)), 0)
}

/** A point so many metres north of another, or south where north leaves the map. */
export function northOf([lon, lat]: LonLat, byM: number): LonLat {
  const by = byM / EARTH_M / RADIANS
  return [lon, lat + by > 80 ? lat - by : lat + by]
}

/** A straight line of so many points and metres, going north. */
export function straightLine(from: LonLat, points: number, metres: number): LonLat[] {
  return Array.from({ length: points }, (_, index) => northOf(from, (metres * index) / (points - 1)))
}

/** A line walked to and fro until it is so many metres long. */
export function walkedOver(line: readonly LonLat[], metres: number): LonLat[] {
  const walked = [line[0]]
  let [leftM, index, step] = [metres, 0, 1]
  while (leftM > 0) {
    if (index + step < 0 || index + step >= line.length) step = -step
    const [from, to] = [line[index], line[index + step]]
    const share = Math.min(1, leftM / distanceM(from, to))
    walked.push([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share])
    leftM -= distanceM(from, to)
    index += step
  }
  return walked
}

/** So many points, two by two a few metres apart. */
export function toAndFro(from: LonLat, count: number): LonLat[] {
  const to = northOf(from, 4)
  return Array.from({ length: count }, (_, index) => (index % 2 === 0 ? from : to))
}

/** `count` points spread over a line, its ends included; its start alone where one is requested. */
export function thinned(line: readonly LonLat[], count: number): LonLat[] {
  if (line.length <= count) return [...line]
  return Array.from(
    { length: count },
    (_, index) => line[Math.round((index * (line.length - 1)) / Math.max(1, count - 1))],
  )
}

/** A track of one segment for each line; `extra` is written into each point. */
export function gpxOf(lines: readonly LonLat[][], extra: (index: number) => string = () => ''): string {
  const segments = lines.map(
    (line) =>
      `<trkseg>${line.map(([lon, lat], index) => `<trkpt lat="${lat.toFixed(7)}" lon="${lon.toFixed(7)}">${extra(index)}</trkpt>`).join('')}</trkseg>`,
  )
  return `<?xml version="1.0"?>\n<gpx version="1.1" creator="conformance" xmlns="http://www.topografix.com/GPX/1/1"><trk>${segments.join('')}</trk></gpx>`
}

export const lineString = (coordinates: readonly (readonly number[])[]) => ({ type: 'LineString', coordinates })

/** Decodes a polyline with 6 decimal digits to [lon, lat]; null if the text is not one. */
export function fromPolyline6(text: string): LonLat[] | null {
  const line: LonLat[] = []
  let [lat, lon, at] = [0, 0, 0]
  const next = (): number => {
    let [value, shift, chunk] = [0, 1, 0]
    do {
      chunk = text.charCodeAt(at++) - 63
      value += (chunk & 31) * shift
      shift *= 32
    } while (chunk >= 32)
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2
  }
  while (at < text.length) {
    lat += next()
    lon += next()
    line.push([lon / 1e6, lat / 1e6])
  }
  return line.every(([x, y]) => Math.abs(x) <= 180 && Math.abs(y) <= 90) ? line : null
}
