// Values as the bytes of their JSON, which lie in temporary files of a catalogue until they are needed again.

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export const toJsonBytes = (value: unknown): Uint8Array => encoder.encode(JSON.stringify(value))

export const fromJsonBytes = (bytes: Uint8Array): unknown => JSON.parse(decoder.decode(bytes))
