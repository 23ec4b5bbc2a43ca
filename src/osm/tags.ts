// Tags of one OSM object: keys and values are data, so they are in a Map. Values may be lists (`a;b`).
// Nothing here interprets a value; each fact has its own file.

export type Tags = ReadonlyMap<string, string>

/** Whether a key has a value other than `no`. */
export function isTagged(tags: Tags, key: string): boolean {
  const value = tags.get(key)
  return value !== undefined && value !== 'no'
}

/** The parts of a list value (`asphalt;gravel`), trimmed, without empty ones. */
export function listValues(value: string): string[] {
  return value.includes(';')
    ? value
        .split(';')
        .map((part) => part.trim())
        .filter((part) => part !== '')
    : [value.trim()]
}
