import { expect, test } from 'vitest'
import { distanceM, type LonLat } from '../../../src/geo/lon-lat.ts'
import { fitWaypoints, type RoutedLine } from '../../../src/web/line/fit-waypoints.ts'
import { nearestOnLine, toShownLine } from '../../../src/web/line/shown-line.ts'

/** A town of square blocks, where a router goes east first, then north. */
async function eastThenNorth(waypoints: LonLat[]): Promise<RoutedLine> {
  const coordinates: [number, number][] = [[waypoints[0][0], waypoints[0][1]]]
  const legs = waypoints.slice(1).map(([lon, lat]) => {
    const [fromLon, fromLat] = coordinates.at(-1)!
    coordinates.push([lon, fromLat], [lon, lat])
    return { lengthM: distanceM(fromLon, fromLat, lon, fromLat) + distanceM(lon, fromLat, lon, lat) }
  })
  return { coordinates, legs, lengthM: legs.reduce((sum, leg) => sum + leg.lengthM, 0) }
}

const square = (...corners: [number, number][]) => toShownLine([corners], null)

test('a line that the router takes anyway needs its ends alone', async () => {
  const found = await fitWaypoints(square([0, 0], [0.02, 0], [0.02, 0.02]), eastThenNorth)
  expect(found.waypoints).toHaveLength(2)
  expect(found.offM).toBeLessThan(1)
})

test('one that goes another way gets waypoints until its route is the same', async () => {
  const line = square([0, 0], [0, 0.02], [0.02, 0.02], [0.02, 0.04], [0.05, 0.04])
  const found = await fitWaypoints(line, eastThenNorth)
  expect(found.offM).toBeLessThan(40)
  expect(found.waypoints.length).toBeLessThan(12)
  const route = await eastThenNorth(found.waypoints)
  expect(Math.max(...route.coordinates.map(([lon, lat]) => nearestOnLine(line, lon, lat)!.distanceM))).toBeLessThan(60)
})

test('a line that ends where it began is not taken for a point', async () => {
  const found = await fitWaypoints(square([0, 0], [0.02, 0], [0.02, 0.02], [0, 0.02], [0, 0]), eastThenNorth)
  expect(found.waypoints.length).toBeGreaterThan(3)
  expect(found.offM).toBeLessThan(40)
})

test('a ring is asked with waypoints on it from the beginning, wherever on earth its ends are near each other', async () => {
  const first = async (...corners: [number, number][]) => {
    const questions: LonLat[][] = []
    await fitWaypoints(square(...corners), async (waypoints) => {
      questions.push(waypoints)
      return eastThenNorth(waypoints)
    })
    return questions[0].length
  }
  expect(await first([10, 70], [10.1, 70], [10.1, 70.03], [10, 70.03], [9.992, 70])).toBe(5)
  expect(await first([179.999, 0], [-179.98, 0], [-179.98, 0.02], [179.999, 0.02], [-180, 0])).toBe(5)
  expect(await first([10, 0], [10.1, 0], [10.1, 0.03], [10, 0.03], [9.98, 0])).toBe(2)
})

test('where the router cannot follow, the distance is reported, and it ends', async () => {
  let requested = 0
  const far = async (waypoints: LonLat[]) => {
    requested++
    return eastThenNorth(waypoints.map(([lon, lat]) => [lon + 0.01, lat]))
  }
  const found = await fitWaypoints(square([0, 0], [0, 0.05]), far)
  expect(found.offM).toBeGreaterThan(1000)
  expect(requested).toBeLessThan(9)
  expect(found.waypoints.length).toBeLessThanOrEqual(40)
})

test('of all that was tried the nearest is given, with how far it is off', async () => {
  const line = square([0, 0], [0, 0.05])
  const offs = [0.02, 0.005, 0.01, 0.03]
  let requested = 0
  const found = await fitWaypoints(line, async (waypoints) => {
    const off = offs[requested++] ?? 0.04
    return eastThenNorth(waypoints.map(([lon, lat]) => [lon + off, lat]))
  })
  expect(requested).toBeGreaterThan(offs.length)
  expect(found.offM).toBeCloseTo(distanceM(0, 0, 0.005, 0), 0)
  // of the second question: the ends, and where the first was furthest off
  expect(found.waypoints).toHaveLength(3)
})

test('where there is no way, nothing is fitted', async () => {
  const none = () => Promise.reject(new Error('no way'))
  await expect(fitWaypoints(square([0, 0], [0.1, 0]), none)).rejects.toThrow('no way')
})
