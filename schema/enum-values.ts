// Enums made from tables of words: upper case in GraphQL, the contract's own words inside and in REST.

export type EnumValues<Word extends string> = {
  [K in Word as Uppercase<K>]: { value: K; description: string }
}

/** `{cable_car_station: 'A station ...'}` -> `{CABLE_CAR_STATION: {value: 'cable_car_station', description}}`. */
export function enumValues<const Word extends string>(sentences: Record<Word, string>): EnumValues<Word> {
  return Object.fromEntries(
    Object.entries(sentences).map(([word, description]) => [word.toUpperCase(), { value: word, description }]),
  ) as never
}
