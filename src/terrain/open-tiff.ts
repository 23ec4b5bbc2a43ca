// Opens a TIFF file and its first image, with the checks and the words for a damaged file that every reader shares.

import { type GeoTIFFImage, fromFile } from 'geotiff'
import { ServiceError } from '../errors.ts'
import { checkTiff } from './check-tiff.ts'
import { demFault } from './height-raster.ts'

/** What `read` makes of the file, which stays open until `close`. Throws ServiceError `invalid_input`. */
export async function openTiff<Raster>(
  path: string,
  read: (path: string, image: GeoTIFFImage, fileBytes: number, close: () => Promise<void>) => Promise<Raster>,
): Promise<Raster> {
  const fileBytes = await checkTiff(path)
  const tiff = await fromFile(path).catch((cause: unknown) => {
    throw demFault(path, 'is a damaged TIFF: download it again.', cause)
  })
  const close = async () => {
    await tiff.close()
  }
  try {
    return await read(path, await tiff.getImage(0), fileBytes, close)
  } catch (cause) {
    await close()
    if (cause instanceof ServiceError) throw cause
    throw demFault(path, 'is a damaged or cut TIFF: download it again.', cause)
  }
}
