// The painted sign of a trail as it looks on a tree; nothing where it cannot be drawn whole.

import { paintedSign } from '../line/painted-sign.ts'
import { spokenSign } from '../i18n/speech.ts'

export function DrawnSign({ symbol }: { symbol: string }) {
  const sign = paintedSign(symbol)
  if (sign === null) return null
  return (
    <svg class="sign" viewBox="0 0 20 20" role="img" aria-label={spokenSign(symbol)}>
      {sign.shapes.map(({ path, colour, isOutline }) => (
        <path
          key={path}
          d={path}
          fill={isOutline ? 'none' : colour}
          stroke={isOutline ? colour : 'none'}
          stroke-width="3"
        />
      ))}
      {sign.text !== null && (
        <text x="10" y="14" text-anchor="middle" fill={sign.text.colour} font-size={sign.text.text.length > 2 ? 8 : 11}>
          {sign.text.text}
        </text>
      )}
    </svg>
  )
}
