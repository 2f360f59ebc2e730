import { useTranslation } from 'react-i18next'
import type { Programme } from '#features/sessions'
import { Button } from '#ui/Button.tsx'
import { ChangeLines } from './ChangeLines.tsx'
import styles from './SessionUpdateNotice.module.css'
import { useSessionUpdates } from './use-session-updates.ts'

/** On a starred session's page: what has changed since it was last looked at, until it is put away. */
export function SessionUpdateNotice({ id, programme }: { id: string; programme: Programme }) {
  const { t } = useTranslation('my-agenda')
  const { news, markRead } = useSessionUpdates(programme)
  const own = news.find((each) => each.id === id)
  if (!own?.item) return null
  return (
    <section className={styles.notice} aria-label={t('changes.ofSession')} data-print="off">
      <p className={styles.title}>{t('changes.ofSession')}</p>
      <ChangeLines item={own.item} changes={own.changes} zone={programme.zone} />
      <Button onClick={() => markRead([own])}>{t('changes.read')}</Button>
    </section>
  )
}
