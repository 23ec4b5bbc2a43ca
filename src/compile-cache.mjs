// Loaded before everything else, in every thread (`node --import`): keeps compiled modules on disk in the system's
// temporary folder, so that later starts are quicker and need no TypeScript stripper in memory (20 MB a thread).
// Plain JavaScript, so that the stripper is not needed for this file either.

import { enableCompileCache, flushCompileCache } from 'node:module'

enableCompileCache()
setTimeout(flushCompileCache, 3000).unref()
