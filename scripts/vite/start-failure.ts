import type { Plugin } from 'vite'
import { chunkLimitMs } from '#contract/forum.ts'

/**
 * Adds the timeout for scripts and styles to index.html, whose inline script must work when no other one loads.
 * Removes what only readers of the source need, because every visit loads this page.
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
