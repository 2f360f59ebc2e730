import { useTranslation } from 'react-i18next'
import { notify } from '#lib/notices.ts'

/** Does what a button of the outbox says, and tells when the device could not. */
export function useEntryAction(): (work: Promise<unknown>) => void {
  const { t } = useTranslation('outbox')
  return (work) => void work.catch(() => notify({ kind: 'warning', title: t('notDone') }))
}
