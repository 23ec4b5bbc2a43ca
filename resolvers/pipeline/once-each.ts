// The same value is read and checked once, however many fields of a document use it: variables arrive as one object
// each. What was made of an object is forgotten with it. The object must not change in between.

/** `make`, called once for each object; what it threw is thrown again. */
export function onceEach<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, { value: Value } | { thrown: unknown }>()
  return (key) => {
    let known = made.get(key)
    if (known === undefined) {
      try {
        known = { value: make(key) }
      } catch (thrown) {
        known = { thrown }
      }
      made.set(key, known)
    }
    if ('thrown' in known) throw known.thrown
    return known.value
  }
}

/** `make`, which remembers the last long text that it was given, as long as what it made of it is in use. */
export function onceForText<Value extends object>(make: (text: string) => Value): (text: string) => Value {
  let last: { text: string; value: WeakRef<Value> } | { text: string; thrown: unknown } | null = null
  return (text) => {
    if (last?.text === text) {
      if ('thrown' in last) throw last.thrown
      const value = last.value.deref()
      if (value !== undefined) return value
    }
    try {
      const value = make(text)
      last = { text, value: new WeakRef(value) }
      return value
    } catch (thrown) {
      last = { text, thrown }
      throw thrown
    }
  }
}
