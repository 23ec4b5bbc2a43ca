// Properties that are attributes: accessors on the prototype, which frameworks look for before they set a property.

/** `names`: the attribute of each property. Null and undefined take the attribute away. */
export function reflectAttributes(prototype: HTMLElement, names: Readonly<Record<string, string>>): void {
  for (const [property, attribute] of Object.entries(names))
    Object.defineProperty(prototype, property, {
      configurable: true,
      enumerable: true,
      get(this: HTMLElement) {
        return this.getAttribute(attribute)
      },
      set(this: HTMLElement, value: unknown) {
        if (value === null || value === undefined) this.removeAttribute(attribute)
        else this.setAttribute(attribute, String(value))
      },
    })
}
