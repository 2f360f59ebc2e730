import { useTranslation } from 'react-i18next'
import { Icon } from '#ui/Icon.tsx'
import styles from './EntryStatus.module.css'
import { NotStoredError, type NotStoredReason } from './not-stored-error.ts'

/** Messages of the reasons that a user can act on. The store's other failures share one text. */
const reasonMessages = {
  full: 'notStored.full',
  too_large: 'notStored.too_large',
  nobody: 'notStored.nobody',
  gone: 'notStored.gone',
  no_entry: 'notStored.no_entry',
} as const

/** Shows in an open form that nothing was stored, and what helps. @param error that `submit` threw */
export function NotStoredNotice({ error }: { error: unknown }) {
  const { t } = useTranslation('outbox')
  // Any other error is a failure that the app does not know. The user can only try again, as with a blocked store.
  const reason: NotStoredReason = error instanceof NotStoredError ? error.reason : 'blocked'
  return (
    <p role="alert" className={styles.state} data-tone="attention">
      <Icon name="warning" size={20} />
      <span>
        <strong>{t('notStored.title')}</strong>{' '}
        {t(reason === 'blocked' || reason === 'silent' ? 'notStored.text' : reasonMessages[reason])}
      </span>
    </p>
  )
}
