import { fileURLToPath } from 'node:url'

/** Variables for a process that runs our sources: what one has compiled serves every later one. */
export const compiled = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)),
} as const
