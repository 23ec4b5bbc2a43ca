// The items of a GeoTIFF's GDAL_METADATA: XML written by GDAL, read only as far as needed.

/** The text of the first item with a role, such as `scale`; returns null if absent. */
export function gdalItem(metadata: string, role: string): string | null {
  for (const [, attributes, value] of metadata.matchAll(/<Item ([^<>]*)>([^<>]*)</gi))
    if (attributes.toLowerCase().includes(`role="${role}"`)) return value
  return null
}
