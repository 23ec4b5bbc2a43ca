// A course as a file of any format, with what that format could not carry.

import type { FileContent, FileFormat, WrittenFile } from './file-content.ts'
import { writeFit } from './write-fit.ts'
import { writeGeoJsonFile } from './write-geojson-file.ts'
import { writeGpxFile } from './write-gpx-file.ts'
import { writeKml } from './write-kml.ts'
import { writeTcx } from './write-tcx.ts'

const WRITERS: Record<FileFormat, (content: FileContent) => WrittenFile> = {
  gpx: writeGpxFile,
  fit: writeFit,
  tcx: writeTcx,
  kml: writeKml,
  geojson: writeGeoJsonFile,
}

/** The line must have a point. Times are written in UTC. */
export const writeFile = (format: FileFormat, content: FileContent): WrittenFile => WRITERS[format](content)
