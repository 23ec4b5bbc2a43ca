// The track of a GPX file at an address: its parts with the file's heights, thinned to what a profile takes. Throws
// EmbedFault where it cannot be loaded or has no track.

import { scanGpx } from '../files/gpx-scan.ts'
import { thinLine } from '../files/thin-line.ts'
import { EmbedFault, note } from './embed-notes.ts'
import type { EmbedLanguage } from './embed-words.ts'

/** What a profile takes. */
const MOST_POINTS = 5000
const MOST_MB = 20

export type Position = [number, number] | [number, number, number]

export interface Track {
  parts: Position[][]
  /** null where all points stayed */
  thinned: { points: number; deviationM: number } | null
}

export async function readTrack(url: string, language: EmbedLanguage, signal: AbortSignal): Promise<Track> {
  const track = parseTrack(await readText(url, language, signal))
  if (track === null) throw new EmbedFault([note(language, 'gpx.empty', { url })], false)
  return track
}

/** Null for a text without a track. */
export function parseTrack(text: string): Track | null {
  const scan = scanGpx(text)
  const { kept, deviationM } = thinLine(scan, MOST_POINTS)
  const starts = new Set(scan.partStarts)
  const parts: Position[][] = []
  for (const i of kept) {
    if (starts.has(i)) parts.push([])
    parts
      .at(-1)!
      .push(Number.isNaN(scan.heightM[i]) ? [scan.lon[i], scan.lat[i]] : [scan.lon[i], scan.lat[i], scan.heightM[i]])
  }
  const whole = parts.filter((part) => part.length > 1)
  if (whole.length === 0) return null
  return { parts: whole, thinned: kept.length === scan.count ? null : { points: kept.length, deviationM } }
}

async function readText(url: string, language: EmbedLanguage, signal: AbortSignal): Promise<string> {
  const unreachable = (why: string) => new EmbedFault([note(language, 'gpx.unreachable', { url, why })], true)
  try {
    const response = await fetch(url, { signal })
    if (!response.ok) throw unreachable(`HTTP ${response.status}`)
    const reader = response.body!.getReader()
    const decoder = new TextDecoder()
    let text = ''
    for (let bytes = 0; ; ) {
      const { done, value } = await reader.read()
      if (done) return text + decoder.decode()
      bytes += value.byteLength
      if (bytes > MOST_MB * 1e6) {
        await reader.cancel()
        throw new EmbedFault([note(language, 'gpx.tooLarge', { url, most: MOST_MB })], false)
      }
      text += decoder.decode(value, { stream: true })
    }
  } catch (thrown) {
    signal.throwIfAborted()
    throw thrown instanceof EmbedFault ? thrown : unreachable(thrown instanceof Error ? thrown.message : String(thrown))
  }
}
