import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Programme } from '#features/sessions'
import { Icon } from '#ui/Icon.tsx'
import styles from './SessionUpdatesBanner.module.css'
import { SessionUpdatesSheet } from './SessionUpdatesSheet.tsx'
import { useSessionUpdates } from './use-session-updates.ts'

/**
 * Over the agenda while something has changed in the starred sessions: how many, and on a touch which. It floats, so
 * that the list does not jump when it comes.
 */
export default function SessionUpdatesBanner({ programme }: { programme: Programme }) {
  const { t } = useTranslation('my-agenda')
  const { news, markRead } = useSessionUpdates(programme)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <output className={news.length > 0 ? styles.room : undefined} data-print="off">
        {news.length > 0 && (
          <button type="button" className={styles.pill} onClick={() => setOpen(true)}>
            <Icon name="info" size={20} />
            {t('changes.count', { count: news.length })}
          </button>
        )}
      </output>
      {isOpen && news.length > 0 && (
        <SessionUpdatesSheet
          news={news}
          zone={programme.zone}
          markRead={markRead}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
