// Files in GraphQL variables go to their operation as the bytes that were sent.

import { type WithRawLine, RawJson, type RawTexts } from '../../src/wire/raw-json.ts'

/** A file that was not read yet goes on as bytes. */
export function withRawGpx<T extends { gpx?: string | undefined }>(input: T, texts: RawTexts | null): WithRawLine<T> {
  const gpx = texts?.find(input.gpx)
  return (gpx === undefined ? input : { ...input, gpx }) as WithRawLine<T>
}

/** The same for who reads it on this thread: as text where other fields take it too. */
export function withRawLine<T extends { gpx?: string | undefined }>(input: T, texts: RawTexts | null): WithRawLine<T> {
  const withRaw = withRawGpx(input, texts)
  return withRaw.gpx instanceof RawJson && !withRaw.gpx.lone
    ? ({ ...input, gpx: texts!.restore(input.gpx, null) } as WithRawLine<T>)
    : withRaw
}
