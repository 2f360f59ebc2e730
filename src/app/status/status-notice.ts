import { getFixedT } from 'i18next'
import { ApiError, type NetworkError } from '#platform/api.ts'
import { notify } from '#platform/notices.ts'
import { describeStatus } from './status-catalogue.ts'

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
