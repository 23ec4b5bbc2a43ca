// Files in GraphQL variables go to their operation as the bytes that were sent.

import type { RawTexts, WithRawLine } from '../../src/wire/raw-json.ts'

/** A file that was not read yet goes on as bytes. */
export function withRawGpx<T extends { gpx?: string | undefined }>(input: T, texts: RawTexts | null): WithRawLine<T> {
  const gpx = texts?.find(input.gpx)
  return (gpx === undefined ? input : { ...input, gpx }) as WithRawLine<T>
}
