// Web origins to which a browser key is restricted: exact scheme, host and port, or `https://*.example.org` for every
// name below example.org (not example.org itself). Compared in the form browsers send; never by part of a name.

const WILDCARD = /^(https?):\/\/\*\.([a-z0-9.-]{1,253})(:\d{1,5})?$/
/** One label of a host name. */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const MAX_HOST_CHARACTERS = 253

/**
 * Normalises an origin to the form browsers send, e.g. `https://example.org` for `HTTPS://Example.org:443/`. Throws a
 * RangeError that says what is wrong.
 */
export function readOrigin(given: string): string {
  const text = given.trim()
  if (text.includes('*')) {
    const lower = text.toLowerCase().replace(/\/$/, '')
    const match = WILDCARD.exec(lower)
    if (match === null || !match[2].includes('.') || !isHostName(match[2]))
      throw new RangeError(
        `"${given}" is not an origin: a star may only replace the first part of a host name, as in https://*.example.org`,
      )
    return withoutDefaultPort(match[1], `*.${match[2]}`, match[3] ?? '')
  }
  const url = URL.parse(text)
  if (
    url === null ||
    (url.protocol !== 'http:' && url.protocol !== 'https:') ||
    url.pathname !== '/' ||
    url.search !== '' ||
    url.hash !== '' ||
    url.username !== '' ||
    url.password !== ''
  ) {
    throw new RangeError(
      `"${given}" is not an origin: expected scheme, host and port only, as in https://example.org or http://localhost:5173`,
    )
  }
  return url.origin
}

function withoutDefaultPort(scheme: string, host: string, port: string): string {
  const isDefault = port === (scheme === 'https' ? ':443' : ':80')
  if (port !== '' && !isDefault && Number(port.slice(1)) > 65_535)
    throw new RangeError(`"${port.slice(1)}" is not a port`)
  return `${scheme}://${host}${isDefault ? '' : port}`
}

function isHostName(text: string): boolean {
  return text.length <= MAX_HOST_CHARACTERS && text.split('.').every((label) => LABEL.test(label))
}

/** Whether an Origin header is one of the listed origins. */
export function isListedOrigin(origin: string, listed: readonly string[]): boolean {
  for (const one of listed) {
    if (one === origin) return true
    const star = one.indexOf('*.')
    if (star < 0) continue
    const [head, tail] = [one.slice(0, star), one.slice(star + 2)]
    if (
      origin.startsWith(head) &&
      origin.endsWith(`.${tail}`) &&
      isHostName(origin.slice(head.length, origin.length - tail.length - 1))
    )
      return true
  }
  return false
}
