// camelCase <-> snake_case, mechanical and reversible: `distanceM` <-> `distance_m`, `band50S` <-> `band_50_s`,
// `T1M` <-> `T1_m`, `h24` <-> `h24` (a run of digits after two or more lower-case letters is a word of its own).
// Objects have field names (renamed); a Map has data as keys (written unchanged). Keys that are data inside plain
// objects (GeoJSON, OSM tags) are unchanged too: see OPAQUE_KEYS in wire-json.ts. Pure.

const snakeOf = new Map<string, string>()
const camelOf = new Map<string, string>()

/** `distanceM` -> `distance_m`. The first letter is unchanged. */
export function toSnake(camel: string): string {
  let snake = snakeOf.get(camel)
  if (snake === undefined) {
    snake = camel.replace(/(?<=[a-z]{2})(?=\d)/g, '_').replace(/(?<=.)[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    snakeOf.set(camel, snake)
  }
  return snake
}

/** `distance_m` -> `distanceM`. */
export function toCamel(snake: string): string {
  let camel = camelOf.get(snake)
  if (camel === undefined) {
    camel = snake.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    camelOf.set(snake, camel)
    if (camelOf.size > 5000) camelOf.clear() // names come from callers, who must not be able to fill memory
  }
  return camel
}
