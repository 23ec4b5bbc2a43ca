// Cuts spans out of a text and leaves every other byte unchanged. A span that is alone on its lines takes the whole
// lines with it, including indentation and line end, so that no blank line remains.
// Pure; never adds or changes a byte.

import { say } from '../../language/sentence.ts'
import type { Utf8Text } from '../../wire/utf8-text.ts'
import { gpxError } from './gpx-fault.ts'

/** `spans`: `[from, to)` as from, to, from, to ... in any order; nested ones count once. */
export function cutSpans(text: Utf8Text, spans: readonly number[]): string {
  const stays = spansThatStay(text, spans)
  let kept = ''
  for (let i = 0; i < stays.length; i += 2) kept += text.slice(stays[i], stays[i + 1])
  return kept
}

/** What remains of the text when spans are cut, as spans in order. */
export function spansThatStay(text: Utf8Text, spans: readonly number[]): number[] {
  const { bytes } = text
  const outer = mergeSpans(spans)
  const stays: number[] = []
  let at = 0
  for (let i = 0; i < outer.length; i += 2) {
    let from = outer[i]
    let to = outer[i + 1]
    const lineStart = lineStartBefore(bytes, from)
    const lineEnd = lineStart < 0 ? -1 : lineEndAfter(bytes, to)
    if (lineEnd >= 0) {
      from = lineStart
      to = lineEnd
    }
    // cutting a span must not join "]]" and ">"
    if (bytes[from - 1] === 93 && bytes[to] === 62) throw gpxError(text, say('file.cut_joins'), from)
    if (from > at) stays.push(at, from)
    at = Math.max(at, to)
  }
  if (at < text.length) stays.push(at, text.length)
  return stays
}

/** Ascending spans that neither touch nor overlap. */
function mergeSpans(spans: readonly number[]): number[] {
  const order: number[] = []
  let sorted = true
  for (let i = 0; i < spans.length; i += 2) {
    order.push(i)
    if (i > 0 && spans[i] < spans[i - 2]) sorted = false
  }
  if (!sorted) order.sort((a, b) => spans[a] - spans[b])
  const merged: number[] = []
  for (const i of order) {
    const last = merged.length - 1
    if (last > 0 && spans[i] <= merged[last]) merged[last] = Math.max(merged[last], spans[i + 1])
    else merged.push(spans[i], spans[i + 1])
  }
  return merged
}

/** Start of the line if only blanks precede `at` on it, else -1. */
function lineStartBefore(bytes: Buffer, at: number): number {
  for (let i = at - 1; i >= 0; i--) {
    const c = bytes[i]
    if (c === 10 || c === 13) return i + 1
    if (c !== 32 && c !== 9) return -1
  }
  return -1
}

/** Position after the line end if only blanks are between `at` and it, else -1. */
function lineEndAfter(bytes: Buffer, at: number): number {
  for (let i = at; bytes[i] !== 0; i++) {
    const c = bytes[i]
    if (c === 10) return i + 1
    if (c === 13) return bytes[i + 1] === 10 ? i + 2 : i + 1
    if (c !== 32 && c !== 9) return -1
  }
  return -1
}
