// The items of a GeoTIFF's GDAL_METADATA: XML that GDAL writes, read as far as it is needed.

/** The text of the first item of a role, such as `scale`; null where there is none. */
export function gdalItem(metadata: string, role: string): string | null {
  for (const [, attributes, value] of metadata.matchAll(/<Item ([^<>]*)>([^<>]*)</gi))
    if (attributes.toLowerCase().includes(`role="${role}"`)) return value
  return null
}
