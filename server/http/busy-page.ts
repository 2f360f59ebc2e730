import type { FastifyRequest } from 'fastify'
import type { Locale, Localized } from '#contract/locale.ts'

const retry: Localized = { 'zh-CN': '重试', en: 'Try again' }

const spreadSeconds = 5

/** True for a page that a person opens in a browser; programs ask for JSON, or for anything. */
export function isOpenedByPerson({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && (headers.accept ?? '').includes('text/html')
}

/**
 * What a person reads in place of a page that the server cannot give now. It needs no file: those would not come either.
 * The browser asks again by itself.
 * @param message text of our own, without markup
 * @param retrySeconds the earliest moment; browsers are spread over some seconds after it, so that they do not all ask at once
 */
export function busyPage(message: string, locale: Locale, retrySeconds: number): string {
  const reloadSeconds = retrySeconds + Math.ceil(Math.random() * spreadSeconds)
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
