// The address a call is counted for: the socket's, or the right-most untrusted one of X-Forwarded-For if the socket's
// peer is a listed proxy (decision: keys-and-credits). IPv6 is counted per /64. Headers of unlisted peers are ignored.

import { BlockList, isIP } from 'node:net'
import { MAX_HEADER_CHARACTERS } from '../wire/header-text.ts'

export interface TrustedProxies {
  isTrusted(address: string): boolean
}

/** Reads addresses and CIDR blocks, e.g. `10.0.0.0/8`. Throws an Error naming an entry that is neither. */
export function readTrustedProxies(entries: readonly string[]): TrustedProxies {
  const blocks = new BlockList()
  for (const entry of entries) {
    const [address, bits] = entry.split('/')
    const family = isIP(address)
    const width = family === 6 ? 128 : 32
    if (family === 0 || (bits !== undefined && !(Number(bits) <= width)))
      throw new Error(`TRUSTED_PROXIES: "${entry}" is not an address or CIDR block`)
    blocks.addSubnet(address, bits === undefined ? width : Number(bits), family === 6 ? 'ipv6' : 'ipv4')
  }
  return {
    isTrusted: (address) =>
      entries.length > 0 && isIP(address) !== 0 && blocks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'),
  }
}

/** The caller's address: IPv4 unchanged, IPv6 as its /64. `unknown` if the peer has no address. */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  proxies: TrustedProxies,
): string {
  let address = bare(socketAddress ?? '')
  if (forwardedFor !== undefined && proxies.isTrusted(address)) {
    const hops = lastHops(forwardedFor)
    for (let i = hops.length - 1; i >= 0; i--) {
      const hop = bare(hops[i].trim())
      if (isIP(hop) === 0) break // not an address, so nothing to the left of it can be trusted
      address = hop
      if (!proxies.isTrusted(hop)) break
    }
  }
  return networkOf(address)
}

/** The right-most hops. A client controls the rest, which may be as long as a whole head. */
function lastHops(forwardedFor: string): string[] {
  if (forwardedFor.length <= MAX_HEADER_CHARACTERS) return forwardedFor.split(',')
  // the first element is cut off, so it is dropped
  return forwardedFor.slice(-MAX_HEADER_CHARACTERS).split(',').slice(1)
}

/** The address a connection counts for before it sends anything; null for a trusted proxy, which has many clients. */
export function peerAddress(socketAddress: string | undefined, proxies: TrustedProxies): string | null {
  const address = bare(socketAddress ?? '')
  return proxies.isTrusted(address) ? null : networkOf(address)
}

/** Turns `::ffff:1.2.3.4` into 1.2.3.4; drops brackets, zone and port. */
function bare(text: string): string {
  let address = text
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(address)
  if (bracketed !== null) address = bracketed[1]
  else if (/^\d+\.\d+\.\d+\.\d+:\d+$/.test(address)) address = address.slice(0, address.indexOf(':'))
  const zone = address.indexOf('%')
  if (zone >= 0) address = address.slice(0, zone)
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  return mapped === null ? address : mapped[1]
}

function networkOf(address: string): string {
  const family = isIP(address)
  if (family === 4) return address
  if (family === 0) return 'unknown'
  const [head, tail] = address.toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups =
    tail === undefined
      ? left
      : [...left, ...new Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
