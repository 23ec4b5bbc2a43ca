// What the OpenAPI document lists as statuses of a path. Every answer that a test of the transports gets is checked
// against it.

import { buildOpenApi } from '../../rest-compat/openapi.ts'

interface Operation {
  responses: Record<string, unknown>
}

const document = buildOpenApi({ publicApiUrl: 'http://api', publicSiteUrl: 'http://site', build: '0' })
const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).map(([path, item]) => ({
  path,
  segments: path.split('/'),
  item,
}))

/** Statuses of an operation; of all operations of the path where the method is none of them. */
export function listedStatuses(method: string, path: string): number[] {
  const item = operations.find((one) => one.path === path)!.item
  const own = item[method.toLowerCase()]
  const requested = own === undefined ? Object.values(item).filter(({ responses }) => responses !== undefined) : [own]
  return [...new Set(requested.flatMap(({ responses }) => Object.keys(responses).map(Number)))]
}

/** Throws where an operation answered with a status that it does not list; other addresses are let through. */
export function checkListed(method: string, url: string, status: number): void {
  const segments = new URL(url).pathname.split('/')
  const found = operations.find(
    (one) =>
      one.segments.length === segments.length &&
      one.segments.every((segment, i) => segment === segments[i] || (segment.startsWith('{') && segments[i] !== '')),
  )
  if (found === undefined || listedStatuses(method, found.path).includes(status)) return
  throw new Error(`${method} ${found.path} answered ${status}, which /openapi.json does not list`)
}
