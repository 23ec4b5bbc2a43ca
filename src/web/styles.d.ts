// esbuild takes style sheets as imports: for effect in the explorer, as texts in <waypost-map>.
declare module '*.css' {
  const text: string
  export default text
}
