// How much of a line lies beyond what the map of this service covers. Pure.

/**
 * Share of the points outside `[west, south, east, north]`, 0 to 1; null without points. Across the antimeridian east
 * lies beyond 180 degrees.
 */
export function outsideShare(
  parts: readonly (readonly (readonly number[])[])[],
  box: readonly number[],
): number | null {
  const [west, south, east, north] = box
  let all = 0
  let outside = 0
  for (const part of parts)
    for (const [pointLon, lat] of part) {
      const lon = east > 180 && pointLon < west ? pointLon + 360 : pointLon
      all++
      if (lon < west || lon > east || lat < south || lat > north) outside++
    }
  return all === 0 ? null : outside / all
}
