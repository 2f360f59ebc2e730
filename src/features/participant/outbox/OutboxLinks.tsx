import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import {
  countVisibleEntries,
  needsAttention,
  useEntries,
  needsDecision,
  useSuspendedCount,
} from '#outbox/index.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './OutboxLinks.module.css'

/** Link from the user centre to the outbox, with the number of pending entries. */
export function OutboxLink() {
  const { t } = useTranslation('outbox')
  const pending = useEntries().filter(({ state }) => state !== 'done')
  return (
    <Link to="/user/outbox" className={styles.link}>
      <Icon name="outbox" />
      <span className={styles.name}>{t('title')}</span>
      {pending.length > 0 && (
        <span className={styles.count} data-needs={pending.some(needsAttention)}>
          {t('waitingCount', { count: countVisibleEntries(pending) })}
        </span>
      )}
      <Icon name="forward" size={20} />
    </Link>
  )
}

/**
 * Notice on the home page while entries need a sign-in or a decision of the user, or are late. Renders nothing
 * otherwise.
 */
export function OutboxNotice() {
  const { t } = useTranslation('outbox')
  const suspendedCount = useSuspendedCount()
  const attentionEntries = useEntries().filter(needsAttention)
  const decisionCount = countVisibleEntries(attentionEntries.filter(needsDecision))
  if (suspendedCount > 0)
    return (
      <Link to="/user/login" search={{ redirectUrl: '/user/outbox' }} className={styles.row}>
        <Icon name="lock" />
        <span className={styles.text}>{t('signInToSend', { count: suspendedCount })}</span>
        <Icon name="forward" size={20} />
      </Link>
    )
  if (attentionEntries.length === 0) return null
  return (
    <Link to="/user/outbox" className={styles.row}>
      <Icon name="warning" />
      <span className={styles.text}>
        {decisionCount > 0 ? t('decide', { count: decisionCount }) : t('late')}
      </span>
      <Icon name="forward" size={20} />
    </Link>
  )
}
