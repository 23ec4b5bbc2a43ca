// Web Mercator tile arithmetic (EPSG:3857, XYZ scheme). Pure. World coordinates run 0..1 from the north-west corner.

/** Latitude beyond which Web Mercator has no tiles. */
export const MAX_MERCATOR_LAT = 85.051128779806604

/** World x (0..1) of a longitude. */
export function worldX(lon: number): number {
  return lon / 360 + 0.5
}

/** World y (0..1, north 0) of a latitude. */
export function worldY(lat: number): number {
  const sin = Math.sin((lat * Math.PI) / 180)
  return 0.5 - (0.25 * Math.log((1 + sin) / (1 - sin))) / Math.PI
}

/** Longitude of a world x. */
export function lonOfWorldX(x: number): number {
  return (x - 0.5) * 360
}

/** Latitude of a world y. */
export function latOfWorldY(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI
}
