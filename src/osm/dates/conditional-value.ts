// A value of a `*:conditional` tag (wiki Conditional restrictions): `no @ (Nov-Apr); destination @ (22:00-06:00 AND
// wet)`. Later parts beat earlier ones. Conditions are given as they stand; what they mean is read elsewhere. Pure.

export interface ConditionalPart {
  value: string
  /** all of them must hold */
  conditions: string[]
}

/** Null if the value does not have this form. */
export function readConditionalValue(text: string): ConditionalPart[] | null {
  const parts: ConditionalPart[] = []
  for (const part of splitOutside(text, ';')) {
    if (part.trim() === '') continue
    const [value, condition, ...more] = part.split('@').map((piece) => piece.trim())
    if (condition === undefined || more.length > 0 || !/^[a-z_]{1,40}$/.test(value)) return null
    const bare = condition.startsWith('(') && condition.endsWith(')') ? condition.slice(1, -1) : condition
    const conditions = bare.split(/\sAND\s/i).map((one) => one.trim())
    if (conditions.includes('') || /[()]/.test(bare)) return null
    parts.push({ value, conditions })
  }
  return parts.length === 0 ? null : parts
}

/** Splits where no bracket is open. */
function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(') depth++
    else if (text[i] === ')') depth--
    else if (text[i] === separator && depth === 0) {
      parts.push(text.slice(from, i))
      from = i + 1
    }
  }
  return [...parts, text.slice(from)]
}
