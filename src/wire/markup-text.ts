// Escapes text for XML and HTML. Pure.

import { DIRECTIONS } from '../language/renderer.ts'

const REFERENCES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Between tags. */
export const escapeText = (text: string): string => text.replace(/[&<>]/g, (c) => REFERENCES[c])

/** Between double quotes. */
export const escapeAttribute = (text: string): string => text.replace(/[&<>"]/g, (c) => REFERENCES[c])

/** Between tags of XML, without the characters that it cannot represent. Its lines stay. */
export const toXmlText = (text: string): string =>
  escapeText(
    text
      .toWellFormed()
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, '')
      .replace(/[\u2028\u2029]/g, ' ')
      .replace(DIRECTIONS, ''),
  )
