// Puts values into the words of the page: of ICU MessageFormat `{x}` and plurals that hold no further value, which is
// all that page words have (src/language/codegen/check-catalogue.ts). A test compares it with the library that says
// sentences; that one comes with the first answer. Pure.

const VALUE = /\{(\w+)(?:, *plural, *((?:=?\w+ *\{[^{}]*\} *)+))?\}/g
const FORM = /(=?\w{1,20}) ?\{([^{}]*)\}/g

/** A value that is not given stays visible as `{name}`. */
export function fillIn(words: string, values: Readonly<Record<string, string | number>>, language: string): string {
  return words.replace(VALUE, (whole, name: string, plural: string | undefined) => {
    if (!(name in values)) return whole
    const value = values[name]
    if (plural === undefined) return String(value)
    const forms = Object.fromEntries(Array.from(plural.matchAll(FORM), ([, form, text]) => [form, text]))
    const form = forms[`=${value}`] ?? forms[new Intl.PluralRules(language).select(Number(value))] ?? forms.other
    return form.replaceAll('#', typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : value)
  })
}
