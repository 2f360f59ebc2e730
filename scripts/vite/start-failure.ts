import type { Plugin } from 'vite'
import { chunkLimitMs } from '#contract/forum.ts'

/**
 * Puts the limit for scripts and styles into index.html, whose own script must work when no other one comes, and takes
 * out what only readers of the source need: every visit fetches this page.
 */
export function startFailure(): Plugin {
  return {
    name: 'start-failure',
    transformIndexHtml: (html) =>
      html
        .replace('%chunkLimitMs%', String(chunkLimitMs))
        .replaceAll(/^\s*(\/\/.*|\/\*.*\*\/)\n/gm, '')
        .replaceAll(/^\s+/gm, ''),
  }
}
