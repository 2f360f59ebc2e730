import { tanstackRouter } from '@tanstack/router-plugin/vite'
import type { Plugin } from 'vite'
import { chunkLimitMs } from '#contract/forum.ts'

/** Generates `src/routeTree.gen.ts` from the route files, and makes each screen a separate chunk. */
export const routes = () =>
  tanstackRouter({
    target: 'react',
    autoCodeSplitting: true,
    quoteStyle: 'single',
    addExtensions: true,
    disableLogging: true,
  })

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
        // Lines that are a comment, then the indentation.
        .replaceAll(/^\s*(\/\/.*|\/\*.*\*\/)\n/gm, '')
        .replaceAll(/^\s+/gm, ''),
  }
}

/** The chunk that holds the texts of the default language. */
const firstLanguage = /[\\/]src[\\/]app[\\/]i18n[\\/]zh-CN\.ts$/

/**
 * Adds a preload of the default language's texts to index.html, so that a first visit loads them beside the program
 * instead of after it.
 */
export function preloadFirstLanguage(): Plugin {
  return {
    name: 'preload-first-language',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.values(bundle ?? {})
          .filter((file) => file.type === 'chunk' && firstLanguage.test(file.facadeModuleId ?? ''))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file.fileName}` },
            injectTo: 'head' as const,
          })),
    },
  }
}
