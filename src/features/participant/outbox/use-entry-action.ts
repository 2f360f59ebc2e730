import { useTranslation } from 'react-i18next'
import { notify } from '#platform/notices.ts'

/** Returns a function that runs an action of the outbox and reports a storage failure. */
export function useEntryAction(): (work: Promise<unknown>) => void {
  const { t } = useTranslation('outbox')
  return (work) => void work.catch(() => notify({ kind: 'warning', title: t('notDone') }))
}
