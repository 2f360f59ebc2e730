import { getFixedT } from 'i18next'
import { ApiError, type NetworkError } from '#platform/api.ts'
import { notify } from '#platform/notices.ts'

/** Puts the catalogue's notice of a failed call on screen; equal ones are merged there. */
export function showStatusNotice(error: ApiError | NetworkError): void {
  const t = getFixedT(null, 'status')
  if (!(error instanceof ApiError)) {
    // One text for all of them, so that many failing calls make one notice.
    notify({ kind: 'warning', title: t('networkTitle'), text: t('networkText') })
    return
  }
  const { title, text } = describeStatus(error, (key, values = {}) => t(key as 'title', values))
  notify({ kind: 'danger', title, text })
}

/** Statuses that have a text of their own. */
export const knownStatuses = [
  200, 201, 202, 204, 400, 401, 403, 404, 406, 410, 422, 500, 502, 503, 504,
] as const

type Translate = (key: string, values?: Record<string, string | number>) => string

/**
 * Returns title and text of the notice for a response. The title has status and address. The text of an unknown status
 * is the response's status text.
 */
export function describeStatus(
  answer: { status: number; code?: number; msg: string; url: string },
  translate: Translate,
): { title: string; text: string } {
  const { status, code = status, msg, url } = answer
  // A refusal under HTTP 200 has its reason in the body; the catalogue would call it a success.
  const described = (knownStatuses as readonly number[]).includes(status) && code === status
  return {
    title: translate('title', { status, url: withoutOrigin(url) }),
    text: described ? translate(String(status)) : msg || translate('networkText'),
  }
}

/** The page's own origin says nothing to anybody; another one does. */
function withoutOrigin(url: string): string {
  const origin = globalThis.location?.origin
  return origin && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url
}
