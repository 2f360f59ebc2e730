import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { countVisibleEntries, needsAttention, useEntries } from '#outbox/index.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './OutboxLink.module.css'

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
