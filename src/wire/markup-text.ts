// Text as XML and HTML hold it. Pure; characters that XML knows no spelling for are the caller's to remove.

const REFERENCES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Between tags. */
export const escapeText = (text: string): string => text.replace(/[&<>]/g, (c) => REFERENCES[c])

/** Between double quotes. */
export const escapeAttribute = (text: string): string => text.replace(/[&<>"]/g, (c) => REFERENCES[c])
