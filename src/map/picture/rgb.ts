// Colours as bytes.

export type Rgb = readonly [red: number, green: number, blue: number]

/** `#rrggbb` to bytes. Throws RangeError for anything else: users' colours go through read-geojson.ts first. */
export function toRgb(hex: string): Rgb {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex)
  if (match === null) throw new RangeError(`"${hex}" is no colour of the form #rrggbb`)
  return [parseInt(match[1], 16), parseInt(match[2], 16), parseInt(match[3], 16)]
}
