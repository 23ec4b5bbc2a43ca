// What no line of the log may hold, whoever writes it: whole keys, and places finer than a kilometre.

/** A key's prefix is 12 characters; what follows is secret. */
const KEY = /svc_[0-9A-Za-z_]{9,}/g
/** Three decimals and more; the milliseconds of a time stamp (they end in Z) are none. */
const FINE_NUMBER = /(\d\.\d\d)\d+(?![\dZ])/g

/** One line of the log without keys and without coordinates finer than 2 decimals (about 1 km). */
export function scrubLine(line: string): string {
  return line.replace(KEY, (key) => `${key.slice(0, 12)}...`).replace(FINE_NUMBER, '$1')
}
