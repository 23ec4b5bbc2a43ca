// How the REST page looks: the explorer's colours, light and dark as the reader's system has it, one column on a phone.

export const REFERENCE_STYLE = `
:root { color-scheme: light dark; --ground: #fff; --soft: #f2f5f1; --line: #d5dcd5; --text: #17211c; --dim: #505d56;
  --brand: #1f5f4a; --focus: #0b57d0; --get: #1f5f4a; --post: #7a4300 }
@media (prefers-color-scheme: dark) {
  :root { --ground: #171c1f; --soft: #222a2e; --line: #3a464c; --text: #eaf0ed; --dim: #a9b6b0;
    --brand: #5cc79f; --focus: #8ab4f8; --get: #5cc79f; --post: #f0b866 }
}
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, sans-serif }
a { color: var(--brand) }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 3px }
code, pre { font: 0.875em/1.5 ui-monospace, Menlo, Consolas, monospace }
.skip { position: absolute; left: -99rem }
.skip:focus { left: 1rem; top: 1rem; background: var(--ground); padding: 0.5rem 1rem; z-index: 1 }
header, nav, main { padding: 1rem max(1rem, env(safe-area-inset-left)) }
header { border-bottom: 1px solid var(--line) }
header ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; padding: 0; margin: 0.5rem 0 0; list-style: none }
h1 { margin: 0; font-size: 1.5rem }
h2 { margin: 2.5rem 0 0; font-size: 1.25rem }
h3 { margin: 0; font-size: 1.05rem; display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 0.6rem }
h4 { margin: 1.25rem 0 0.25rem; font-size: 0.95rem }
header p, article > p, section > p { margin: 0.35rem 0; max-width: 46rem }
nav h2 { font-size: 0.85rem; margin: 0.9rem 0 0.1rem; color: var(--dim) }
nav ul { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)) }
nav li a { display: block; padding: 0.3rem 0; min-height: 2rem; overflow-wrap: anywhere }
article { border-top: 1px solid var(--line); padding: 1.5rem 0; margin-top: 1rem }
article:target { border-top: 3px solid var(--brand) }
.method { font-weight: 700; color: var(--get) } .method.post { color: var(--post) }
.path { overflow-wrap: anywhere } .here { text-decoration: none; padding: 0 0.4rem }
.dim { color: var(--dim) } .type { color: var(--dim); overflow-wrap: anywhere } .must { font-size: 0.85em; font-weight: 600 }
.members, .refusals { list-style: none; margin: 0.25rem 0; padding: 0; max-width: 60rem }
.members > li { border-top: 1px solid var(--line); padding: 0.45rem 0 } .members p { margin: 0.1rem 0 0; overflow-wrap: anywhere }
.members .members { margin: 0.4rem 0 0; padding-left: 0.8rem; border-left: 3px solid var(--line) }
.members > li > code { font-weight: 600; overflow-wrap: anywhere }
.refusals li { padding: 0.2rem 0; overflow-wrap: anywhere }
.form { margin: 0.6rem 0 0; font-weight: 600 }
details { margin-top: 0.4rem } summary { cursor: pointer; padding: 0.3rem 0; width: fit-content }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: 0.75rem; margin: 0.25rem 0;
  overflow: auto; max-height: 28rem; max-width: 60rem }
@media (min-width: 60rem) {
  .page { display: grid; grid-template-columns: 15rem minmax(0, 1fr) }
  nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; border-right: 1px solid var(--line) }
  nav ul { display: block } nav li a { min-height: 0; padding: 0.15rem 0 }
  main { padding: 0 2rem 4rem }
}
`
