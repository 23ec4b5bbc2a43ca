// Escapes text for XML and HTML. Pure; characters that XML cannot represent must be removed by the caller.

const REFERENCES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Between tags. */
export const escapeText = (text: string): string => text.replace(/[&<>]/g, (c) => REFERENCES[c])

/** Between double quotes. */
export const escapeAttribute = (text: string): string => text.replace(/[&<>"]/g, (c) => REFERENCES[c])
