// Web origins that a browser key is bound to: exact scheme, host and port, or `https://*.example.org` for every name
// below example.org (not example.org itself). Compared as browsers write them; never by a part of a name.

const WILDCARD = /^(https?):\/\/\*\.([a-z0-9.-]{1,253})(:\d{1,5})?$/
/** One name of a host. */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const MAX_HOST_CHARACTERS = 253

/**
 * An origin as browsers send it, e.g. `https://example.org` for `HTTPS://Example.org:443/`. Throws RangeError that says
 * what is wrong.
 */
export function readOrigin(given: string): string {
  const text = given.trim()
  if (text.includes('*')) {
    const lower = text.toLowerCase().replace(/\/$/, '')
    const match = WILDCARD.exec(lower)
    if (match === null || !match[2].includes('.') || !isHostName(match[2]))
      throw new RangeError(
        `"${given}" is no origin: a star stands for the first names of a host only, as in https://*.example.org`,
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
      `"${given}" is no origin: expected scheme, host and port only, as in https://example.org or http://localhost:5173`,
    )
  }
  return url.origin
}

function withoutDefaultPort(scheme: string, host: string, port: string): string {
  const isDefault = port === (scheme === 'https' ? ':443' : ':80')
  if (port !== '' && !isDefault && Number(port.slice(1)) > 65_535) throw new RangeError(`"${port.slice(1)}" is no port`)
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
