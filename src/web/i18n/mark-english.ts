// Marks what is English in a page of another language, for those who have it read out: elements of nothing but a text
// that the language lacks.

import { options, type VNode } from 'preact'
import { saidInEnglish } from './words.ts'

export function markEnglish(): void {
  const before = options.vnode
  options.vnode = (vnode: VNode) => {
    if (saidInEnglish.size > 0 && typeof vnode.type === 'string') mark(vnode.props)
    before?.(vnode)
  }
}

function mark(props: { children?: unknown; lang?: string }): void {
  const { children } = props
  if (typeof children === 'string' && saidInEnglish.has(children)) props.lang ??= 'en'
}
