import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import {
  countVisibleEntries,
  needsAttention,
  needsDecision,
  useEntries,
  useSuspendedCount,
} from '#outbox/index.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './OutboxNotice.module.css'

/** Notice on home while entries are unsent, need a sign-in or a decision. */
export function OutboxNotice() {
  const { t } = useTranslation('outbox')
  const parked = useSuspendedCount()
  const open = useEntries().filter(needsAttention)
  const toDecide = countVisibleEntries(open.filter(needsDecision))
  if (parked > 0)
    return (
      <Link to="/user/login" search={{ redirectUrl: '/user/outbox' }} className={styles.row}>
        <Icon name="lock" />
        <span className={styles.text}>{t('signInToSend', { count: parked })}</span>
        <Icon name="forward" size={20} />
      </Link>
    )
  if (open.length === 0) return null
  return (
    <Link to="/user/outbox" className={styles.row}>
      <Icon name="warning" />
      <span className={styles.text}>{toDecide > 0 ? t('decide', { count: toDecide }) : t('late')}</span>
      <Icon name="forward" size={20} />
    </Link>
  )
}
