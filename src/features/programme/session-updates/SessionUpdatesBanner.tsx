import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Programme } from '#features/programme/sessions'
import { Icon } from '#ui/Icon.tsx'
import styles from './SessionUpdatesBanner.module.css'
import { SessionUpdatesSheet } from './SessionUpdatesSheet.tsx'
import { useSessionUpdates } from './use-session-updates.ts'

/**
 * Banner over the agenda: how many starred sessions have changed; a tap lists them. It floats, so that the list does
 * not move.
 */
export default function SessionUpdatesBanner({ programme }: { programme: Programme }) {
  const { t } = useTranslation('my-agenda')
  const { updates, markRead } = useSessionUpdates(programme)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <output className={updates.length > 0 ? styles.room : undefined} data-print="off">
        {updates.length > 0 && (
          <button type="button" className={styles.pill} onClick={() => setOpen(true)}>
            <Icon name="info" size={20} />
            {t('changes.count', { count: updates.length })}
          </button>
        )}
      </output>
      {isOpen && updates.length > 0 && (
        <SessionUpdatesSheet
          updates={updates}
          timeZone={programme.timeZone}
          markRead={markRead}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
