// The frame of a page in one HTML text, and its content policy: nothing from elsewhere, and only what is named.

/** `sources`: what the page may load, by directive; `ancestors`: pages that may frame it. */
export function pagePolicy(sources: Record<string, string>, ancestors: "'none'" | "'self'"): string {
  const named = Object.entries(sources).map(([directive, source]) => `${directive} ${source}`)
  const last = ["base-uri 'none'", "form-action 'none'", `frame-ancestors ${ancestors}`]
  return ["default-src 'none'", ...named, ...last].join('; ')
}

/** `title`, `style` and `body` are written as they are. */
export const htmlPage = (title: string, style: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`
