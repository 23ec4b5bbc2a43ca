// The text of the events of a subscription, by the protocol of server-sent events.

/** For a browser's EventSource, which waits this long before it comes back. */
export const RETRY_LINE = 'retry: 3000\n\n'
/** A comment; without an empty line, which some readers take for the end of an event. */
export const PING = ':\n'
export const COMPLETE = 'event: complete\ndata:\n\n'

export function eventText(json: string, id: string | null): string {
  return `${id === null ? '' : `id: ${id}\n`}event: next\ndata: ${json}\n\n`
}
