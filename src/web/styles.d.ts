// esbuild takes style sheets as imports; the compiler is told here.
declare module '*.css'
