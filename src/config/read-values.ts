// How the text of a variable is read. Each throws an Error that says what was expected.

import { isIP } from 'node:net'

/** What has an age in the artifact status. */
const DATED_ARTIFACTS = ['network', 'terrain', 'basemap', 'contours', 'styles', 'catalogue', 'snow']

export function integer(min: number, max: number): (text: string) => number {
  return (given) => {
    const value = /^\d+$/.test(given) ? Number(given) : NaN
    if (!(value >= min && value <= max)) throw new Error(`expected a whole number from ${min} to ${max}`)
    return value
  }
}

export function text(given: string): string {
  return given
}

export function shortText(maxLength: number): (text: string) => string {
  return (given) => {
    if (given.length > maxLength) throw new Error(`expected at most ${maxLength} characters`)
    return given
  }
}

/** `W,S,E,N` in degrees -> the four numbers; null for an empty text. */
export function boxOrNone(given: string): readonly number[] | null {
  if (given === '') return null
  const parts = given.split(',').map((part) => part.trim())
  const [west, south, east, north] = parts.map((part) => (/^-?\d{1,3}(\.\d{1,12})?$/.test(part) ? Number(part) : NaN))
  const isBox =
    parts.length === 4 && -180 <= west && west < east && east <= 180 && -90 <= south && south < north && north <= 90
  if (!isBox) throw new Error('expected west,south,east,north in degrees, such as 1.4,42.4,1.8,42.7')
  return [west, south, east, north]
}

export function webAddress(given: string): string {
  if (given === '') return ''
  const url = URL.parse(given)
  if (
    url === null ||
    (url.protocol !== 'http:' && url.protocol !== 'https:') ||
    url.search !== '' ||
    url.hash !== '' ||
    url.pathname !== '/'
  )
    throw new Error('expected an http:// or https:// address without a path')
  return url.origin
}

export function webAddresses(given: string): string[] {
  return given
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')
    .map(webAddress)
}

/** Raster tiles or a style. */
export function mapAddress(given: string): string {
  if (given === '') return ''
  const url = URL.parse(given)
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  if (isWeb && /[{}]/.test(url.host)) throw new Error('expected the address of one host: its name has no {...}')
  if (!isWeb) throw new Error('expected an http:// or https:// address of one host, without a password')
  const places = [...given.matchAll(/\{(\w*)\}/g)].map(([, name]) => name)
  const unknown = places.find((name) => !['z', 'x', 'y'].includes(name))
  if (unknown !== undefined) throw new Error(`{${unknown}} is not filled in: only {z}, {x} and {y} are`)
  if (places.length > 0) {
    const lacking = ['z', 'x', 'y'].find((name) => !places.includes(name))
    if (lacking !== undefined)
      throw new Error(`raster tiles need {z}, {x} and {y} in their address: {${lacking}} is missing`)
  } else if (!url.pathname.endsWith('.json'))
    throw new Error('expected raster tiles with {z}, {x} and {y} in their address, or a style that ends in .json')
  return given
}

/** The address never appears in a message: it contains a password. */
export function databaseAddress(given: string): string {
  if (given === '' || /^postgres(ql)?:$/.test(URL.parse(given)?.protocol ?? '')) return given
  throw new Error('expected postgres://user:password@host:port/name')
}

export function rateStore(given: string): string {
  if (given === '' || given === 'postgres') return given
  const url = URL.parse(given)
  if (/^(redis|valkey)s?:$/.test(url?.protocol ?? '') && url!.hostname !== '') return given
  throw new Error('expected postgres, redis://[user:password@]host:port[/number], or rediss://... with TLS')
}

/** Shown in no message: it may contain a password. */
export function storeAddress(given: string): string {
  if (given === '') return ''
  const url = URL.parse(given.replace(/^s3\+/i, ''))
  if (url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '') return given
  throw new Error('expected https://host/path or s3+https://host/bucket/prefix')
}

export function serverOrOff(given: string): string {
  if (given === '' || given === 'off') return given
  const url = URL.parse(given)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.search !== '' || url.hash !== '')
    throw new Error('expected an http:// or https:// address, or off')
  return withoutSlashes(url.href)
}

function withoutSlashes(address: string): string {
  let end = address.length
  while (address[end - 1] === '/') end--
  return address.slice(0, end)
}

export function modelNames(given: string): string[] {
  const names = given
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  for (const name of names) if (!/^[a-z0-9_]{1,60}$/.test(name)) throw new Error(`"${name}" is not the name of a model`)
  return names
}

export function secondsOrOff(given: string): number {
  if (given === 'off') return Infinity
  const value = /^\d{1,6}(\.\d{1,3})?$/.test(given) ? Number(given) : NaN
  if (!(value > 0)) throw new Error('expected seconds such as 1 or 0.5, or off')
  return value
}

export function onOff(given: string): boolean {
  if (given !== 'on' && given !== 'off') throw new Error('expected on or off')
  return given === 'on'
}

export function list(given: string): string[] {
  const items = given
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
  for (const item of items)
    if (!/^[0-9a-fA-F.:]+(\/\d{1,3})?$/.test(item)) throw new Error(`"${item}" is not an address or CIDR block`)
  return items
}

/** An IP address, or the name of a host. */
export function listenAddress(given: string): string {
  const labels = given.length > 253 ? [] : given.split('.')
  const isName =
    labels.length > 0 &&
    labels.every((label) => /^[a-z0-9-]{1,63}$/i.test(label) && !label.startsWith('-') && !label.endsWith('-')) &&
    !/^\d+$/.test(labels.at(-1)!)
  if (isIP(given) === 0 && !isName) throw new Error('expected an IP address such as 127.0.0.1, or the name of a host')
  return given
}

/** A folder, or the address of a store. Shown in no message: it may contain a password. */
export function folderOrStore(given: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(given)) return given
  return storeAddress(given)
}

export function ages(given: string): Map<string, number> {
  const map = new Map<string, number>()
  for (const item of given
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')) {
    const match = /^([a-z]+)=(\d+(?:\.\d+)?)$/.exec(item)
    if (match === null) throw new Error(`"${item}" is not name=days`)
    if (!DATED_ARTIFACTS.includes(match[1]))
      throw new Error(`"${match[1]}" is no artifact: they are ${DATED_ARTIFACTS.join(', ')}`)
    map.set(match[1], Number(match[2]))
  }
  return map
}

export function oneOf<const T extends readonly string[]>(words: T): (text: string) => T[number] {
  return (given) => {
    if (!words.includes(given)) throw new Error(`expected one of ${words.join(', ')}`)
    return given
  }
}

/** What is said of a variable of the environment: its name, its default, what it means and how its text is read. */
export interface Variable<T> {
  name: string
  fallback: string
  meaning: string
  read(text: string): T
}

export type Variables = Record<string, Variable<unknown>>
