import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { selectLocalizedText } from '#contract/locale.ts'
import { favourites } from '#features/programme/favourites'
import { useLocale } from '#platform/locale.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { ChangeLines } from './ChangeLines.tsx'
import type { SessionUpdate } from './find-session-updates.ts'
import styles from './SessionUpdatesSheet.module.css'

/** Maximum number of sessions shown: after another programme was imported, every starred session may be missing. */
const maxShown = 100

interface SessionUpdatesSheetProps {
  updates: readonly SessionUpdate[]
  timeZone: string
  markRead: (read: readonly SessionUpdate[]) => void
  onClose: () => void
}

/** Lists the changes. They stay until the user marks them as read. */
export function SessionUpdatesSheet({ updates, timeZone, markRead, onClose }: SessionUpdatesSheetProps) {
  const { t } = useTranslation(['my-agenda', 'common'])
  const removedUpdates = updates.filter((each) => !each.item)
  const hiddenCount = updates.length - maxShown
  return (
    <Sheet
      title={t('changes.count', { count: updates.length })}
      closeLabel={t('common:close')}
      onClose={onClose}
    >
      <ul className={styles.list}>
        {updates.slice(0, maxShown).map((each) => (
          <UpdateRow key={each.id} update={each} timeZone={timeZone} />
        ))}
        {hiddenCount > 0 && <li className={styles.more}>{t('changes.more', { count: hiddenCount })}</li>}
      </ul>
      <div className={styles.foot}>
        {removedUpdates.length > 0 && (
          <Button onClick={() => void favourites.remove(removedUpdates.map(({ id }) => id))}>
            {t('changes.removeStars', { count: removedUpdates.length })}
          </Button>
        )}
        <Button variant="filled" onClick={() => markRead(updates)}>
          {t('changes.read')}
        </Button>
      </div>
    </Sheet>
  )
}

function UpdateRow({ update, timeZone }: { update: SessionUpdate; timeZone: string }) {
  const { t } = useTranslation('my-agenda')
  const locale = useLocale()
  const title = selectLocalizedText(update.item ? update.item.row.title : update.title, locale)
  return (
    <li className={styles.row}>
      {update.item ? (
        <>
          <Link
            to="/agenda/$sessionId"
            params={{ sessionId: update.id }}
            className={styles.title}
            lang={title.locale}
          >
            {title.text}
          </Link>
          <ChangeLines item={update.item} changes={update.changes} timeZone={timeZone} />
        </>
      ) : (
        <>
          <span className={styles.title} lang={title.locale}>
            {title.text || t('changes.unknownTitle')}
          </span>
          <span className={styles.removed}>{t('changes.gone')}</span>
        </>
      )}
    </li>
  )
}
