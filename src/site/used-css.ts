// The map library's style sheet without the rules of controls that the explorer does not have: four fifths of it are
// their pictures.

const UNUSED = /popup|fullscreen|shrink|terrain|globe|logo|attrib|cooperative|compact/

/** Leaves out each rule all of whose selectors are of an unused control, also within `@media`. */
export function withoutUnused(css: string): string {
  let kept = ''
  for (let at = 0; at < css.length; ) {
    const open = css.indexOf('{', at)
    if (open < 0) return kept + css.slice(at)
    const selector = css.slice(at, open)
    const end = endOfBlock(css, open)
    if (selector.trimStart().startsWith('@media')) {
      const inner = withoutUnused(css.slice(open + 1, end - 1))
      if (inner.trim() !== '') kept += `${selector}{${inner}}`
    } else if (!selector.split(',').every((one) => UNUSED.test(one))) kept += css.slice(at, end)
    at = end
  }
  return kept
}

/** Position behind the brace that closes the one at `open`. The sheet has no braces in its texts. */
function endOfBlock(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; at++) {
    if (css[at] === '{') depth++
    if (css[at] === '}' && --depth === 0) return at + 1
  }
  return css.length
}
