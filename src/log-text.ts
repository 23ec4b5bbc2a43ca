// What no log line may contain: whole keys, and places finer than a kilometre.

/** The first 12 characters of a key are its prefix; the rest is secret. */
const KEY = /svc_[0-9A-Za-z_]{9,}/g
/** Three or more decimals, except the milliseconds of a timestamp (which ends in Z). */
const FINE_NUMBER = /(\d\.\d\d)\d+(?![\dZ])/g

/** A log line without keys and without coordinates finer than 2 decimals (about 1 km). */
export function scrubLine(line: string): string {
  return line.replace(KEY, (key) => `${key.slice(0, 12)}...`).replace(FINE_NUMBER, '$1')
}
