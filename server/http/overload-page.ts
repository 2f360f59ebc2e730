import type { FastifyRequest } from 'fastify'
import type { Locale, Localized } from '#contract/locale.ts'

const retry: Localized = { 'zh-CN': '重试', en: 'Try again' }

/** Browsers reload at random within so many seconds, so that they do not all come at once. */
const reloadSpreadSeconds = 5

/** True for a page that a person opens in a browser; programs ask for JSON, or for anything. */
export function isBrowserNavigation({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && (headers.accept ?? '').includes('text/html')
}

/**
 * What a person reads in place of a page that the server cannot give now. It needs no file: those would not come either.
 * The browser reloads it by itself.
 * @param message text of our own, without markup
 * @param retrySeconds seconds after which the server may be ready; the browser reloads up to five seconds later
 */
export function renderOverloadPage(message: string, locale: Locale, retrySeconds: number): string {
  const reloadSeconds = retrySeconds + Math.ceil(Math.random() * reloadSpreadSeconds)
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${reloadSeconds}">
<title>${message}</title>
</head>
<body>
<main>
<h1>${message}</h1>
<p><a href="">${retry[locale]}</a></p>
</main>
</body>
</html>
`
}
