import type { Plugin } from 'vite'

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
          .filter((part) => part.type === 'chunk' && firstLanguage.test(part.facadeModuleId ?? ''))
          .map((part) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${part.fileName}` },
            injectTo: 'head' as const,
          })),
    },
  }
}
