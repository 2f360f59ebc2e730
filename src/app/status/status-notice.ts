import { getFixedT } from 'i18next'
import { ApiError, type NetworkError } from '#platform/api.ts'
import { notify } from '#platform/notices.ts'

/** Shows the notice of a failed call. Equal notices are merged on screen. */
export function showStatusNotice(error: ApiError | NetworkError): void {
  const t = getFixedT(null, 'status')
  if (!(error instanceof ApiError)) {
    // All network errors have the same text, so that many failed calls show one notice.
    notify({ kind: 'warning', title: t('networkTitle'), text: t('networkText') })
    return
  }
  // The cast stands for all keys of the namespace: `describeStatus` also builds keys from the status.
  const { title, text } = describeStatus(error, (key, values = {}) => t(key as 'title', values))
  notify({ kind: 'danger', title, text })
}

/** HTTP statuses that have a text of their own in `locales/<lng>/status.json`. */
export const knownStatuses = [
  200, 201, 202, 204, 400, 401, 403, 404, 406, 410, 422, 500, 502, 503, 504,
] as const

/** Returns the text of a key of `locales/<lng>/status.json`. */
type Translate = (key: string, values?: Record<string, string | number>) => string

/**
 * Returns title and text of the notice for an error response. The title has status and URL. A status without a text of
 * its own shows the message of the response.
 */
export function describeStatus(
  response: { status: number; code?: number; msg: string; url: string },
  translate: Translate,
): { title: string; text: string } {
  const { status, code = status, msg, url } = response
  // An error with HTTP status 200 has its reason in the envelope; the status's own text would report a success.
  const hasOwnText = (knownStatuses as readonly number[]).includes(status) && code === status
  return {
    title: translate('title', { status, url: withoutOrigin(url) }),
    text: hasOwnText ? translate(String(status)) : msg || translate('networkText'),
  }
}

/** Shortens a URL of this page's origin to its path. Other origins are worth showing. */
function withoutOrigin(url: string): string {
  const origin = globalThis.location?.origin
  return origin && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url
}
