// esbuild takes style sheets as imports; declared here for the compiler.
declare module '*.css'
