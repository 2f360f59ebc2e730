import { useTranslation } from 'react-i18next'
import type { Programme } from '#features/programme/sessions'
import { Button } from '#ui/Button.tsx'
import { ChangeLines } from './ChangeLines.tsx'
import styles from './SessionUpdateNotice.module.css'
import { useSessionUpdates } from './use-session-updates.ts'

/** On the page of a starred session: what has changed since it was last seen, until the user dismisses it. */
export function SessionUpdateNotice({ id, programme }: { id: string; programme: Programme }) {
  const { t } = useTranslation('my-agenda')
  const { updates, markRead } = useSessionUpdates(programme)
  const update = updates.find((each) => each.id === id)
  if (!update?.item) return null
  return (
    <section className={styles.notice} aria-label={t('changes.ofSession')} data-print="off">
      <p className={styles.title}>{t('changes.ofSession')}</p>
      <ChangeLines item={update.item} changes={update.changes} timeZone={programme.timeZone} />
      <Button onClick={() => markRead([update])}>{t('changes.read')}</Button>
    </section>
  )
}
