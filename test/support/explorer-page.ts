// The explorer page in Node: what its modules ask of a browser when they are loaded, played, so that its sessions run
// without one. Modules with JSX need a browser (test/browser).

const CONFIG = {
  apiUrl: 'http://api.test',
  siteUrl: 'http://site.test',
  title: 'Waypost',
  logoUrl: null,
  homeBox: null,
  workerUrl: '',
  shadeWorkerUrl: '',
  missing: [],
  region: { name: 'test', bbox: [1.4, 42.4, 1.8, 42.7], synthetic: true },
  terrainVersion: null,
  attributions: [],
  secondMap: null,
  example: null,
}
const LANGUAGES = [
  { tag: 'en', name: 'English', isWhole: true, words: null, sentences: 'en.sentences' },
  { tag: 'de', name: 'Deutsch', isWhole: false, words: 'de.words', sentences: 'de.sentences' },
]

/** What a document of the page is answered. */
export type Answer = (name: string, variables: Record<string, any>) => object | Promise<object>

interface PlayedPage {
  /** what the page has requested so far, oldest first */
  requested: { name: string; variables: Record<string, any> }[]
  /** answers what follows; files by their address */
  answer: (answer: Answer, files?: Readonly<Record<string, object>>) => void
  /** gives the globals of the worker back */
  close: () => void
}

/** To be called before the modules of the page are imported. */
export function playPage(): PlayedPage {
  const requested: PlayedPage['requested'] = []
  let answerOf: Answer = () => new Promise(() => undefined)
  let filesBy: Readonly<Record<string, object>> = {}
  const kept = new Map<string, string>()
  const location = { hash: '', pathname: '/', search: '' }
  const element = () => ({ focus() {}, lang: '', dataset: {} })
  const globals = {
    document: {
      querySelector: (selector: string) => ({
        content: JSON.stringify(selector.includes('languages') ? LANGUAGES : CONFIG),
      }),
      documentElement: element(),
      getElementById: element,
    },
    location,
    history: { replaceState: (_: null, __: string, url: string) => (location.hash = url.replace(/^[^#]*/, '')) },
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    },
    matchMedia: () => ({ matches: false, addEventListener() {} }),
    navigator: { onLine: true, language: 'en', languages: ['en'] },
    addEventListener: () => undefined,
    setInterval: () => 0,
    caches: playedCaches(),
    async fetch(url: string, init?: RequestInit) {
      if (init?.body === undefined) return Response.json(filesBy[url] ?? {}, { status: url in filesBy ? 200 : 404 })
      const { query, variables } = JSON.parse(String(init.body))
      const name = /(?:query|mutation) (\w+)/.exec(query)![1]
      requested.push({ name, variables })
      return Response.json({ data: await answerOf(name, variables) })
    },
  }
  const before = Object.keys(globals).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const)
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  return {
    requested,
    answer(answer, files = {}) {
      answerOf = answer
      filesBy = files
    },
    close() {
      for (const [name, descriptor] of before) {
        if (descriptor === undefined) Reflect.deleteProperty(globalThis, name)
        else Object.defineProperty(globalThis, name, descriptor)
      }
    },
  }
}

/** What of a browser's caches the page uses. */
function playedCaches() {
  const all = new Map<string, Map<string, Response>>()
  const open = async (name: string) => {
    const entries = all.get(name) ?? new Map<string, Response>()
    all.set(name, entries)
    return {
      match: async (address: string) => entries.get(address)?.clone(),
      matchAll: async () => [...entries.values()].map((one) => one.clone()),
      keys: async () => [...entries.keys()],
      put: async (address: string, answer: Response) => void entries.set(address, answer),
      delete: async (address: string) => entries.delete(address),
    }
  }
  return { open, has: async (name: string) => all.has(name), delete: async (name: string) => all.delete(name) }
}
