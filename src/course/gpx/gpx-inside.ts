// Values that are written with references, comments or CDATA, which next to no file does.

/** A value of the bytes [from, to); NaN if they hold none. */
export type ReadValue = (bytes: Uint8Array, from: number, to: number) => number

/** The value of an attribute's or element's text as it stands in the file; NaN if it holds none. For short texts. */
export function readInside(inside: string, read: ReadValue): number {
  const plain = inside.includes('<') || inside.includes('&') ? plainText(inside) : inside
  if (plain.includes('<')) return NaN
  const bytes = Buffer.from(plain)
  return read(bytes, 0, bytes.length)
}

/** Unwraps CDATA, drops comments, resolves numeric references; for short texts only. */
function plainText(inside: string): string {
  return openSpans(openSpans(inside, '<!--', '-->', false), '<![CDATA[', ']]>', true).replace(
    /&#(x[0-9a-fA-F]+|\d+);/g,
    (_, digits: string) => String.fromCodePoint(digits[0] === 'x' ? parseInt(digits.slice(1), 16) : Number(digits)),
  )
}

/** Removes the marks around spans, or whole spans unless `keeps`. */
function openSpans(text: string, open: string, close: string, keeps: boolean): string {
  const [before, ...spans] = text.split(open)
  const opened = spans.map((span) => {
    const end = span.indexOf(close)
    return end < 0 ? open + span : (keeps ? span.slice(0, end) : '') + span.slice(end + close.length)
  })
  return before + opened.join('')
}
