import { fileURLToPath } from 'node:url'

/** Environment variables that let processes share a compile cache for the sources. */
export const compiled = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)),
} as const
