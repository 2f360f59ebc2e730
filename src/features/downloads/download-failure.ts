import { t } from 'i18next'
import { notify } from '#lib/notices.ts'

/** Says that a file could not be fetched; nothing on the screen is lost by it. */
export function presentDownloadFailure(): void {
  notify({
    kind: 'danger',
    title: t('failed.title', { ns: 'downloads' }),
    text: t('failed.text', { ns: 'downloads' }),
  })
}
