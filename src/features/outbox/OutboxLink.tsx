import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { countVisibleEntries, needsAttention, useEntries } from '#outbox/index.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './OutboxLink.module.css'

/** The way from the user centre to the outbox, with how much waits there. */
export function OutboxLink() {
  const { t } = useTranslation('outbox')
  const waiting = useEntries().filter(({ state }) => state !== 'done')
  return (
    <Link to="/user/outbox" className={styles.link}>
      <Icon name="outbox" />
      <span className={styles.name}>{t('title')}</span>
      {waiting.length > 0 && (
        <span className={styles.count} data-needs={waiting.some(needsAttention)}>
          {t('waitingCount', { count: countVisibleEntries(waiting) })}
        </span>
      )}
      <Icon name="forward" size={20} />
    </Link>
  )
}
