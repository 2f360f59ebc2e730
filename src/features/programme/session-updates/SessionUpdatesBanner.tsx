import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '@tanstack/react-router'
import { selectLocalizedText } from '#contract/locale.ts'
import type { Programme } from '#features/programme/sessions'
import { Icon } from '#ui/Icon.tsx'
import { favourites } from '#features/programme/favourites'
import { useLocale } from '#platform/locale.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import styles from './SessionUpdatesBanner.module.css'
import { useSessionUpdates } from './session-updates.ts'
import { ChangeLines } from './SessionUpdateNotice.tsx'
import type { SessionUpdate } from './session-updates.ts'
import sessionUpdatesSheetStyles from './SessionUpdatesSheet.module.css'

/**
 * Banner over the agenda: how many starred sessions have changed; a tap lists them. It floats over the agenda, so that
 * the list does not move when it appears. A default export, because it is loaded by `lazy`.
 */
export default function SessionUpdatesBanner({ programme }: { programme: Programme }) {
  const { t } = useTranslation('my-agenda')
  const { updates, markRead } = useSessionUpdates(programme)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <output className={updates.length > 0 ? styles.spacer : undefined} data-print="off">
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

/** Maximum number of updates listed: after another programme was imported, every starred session may be missing. */
const maxListedUpdates = 100

interface SessionUpdatesSheetProps {
  updates: readonly SessionUpdate[]
  timeZone: string
  markRead: (updates: readonly SessionUpdate[]) => void
  onClose: () => void
}

/** Lists the changes. They stay until the user marks them as read. */
function SessionUpdatesSheet({ updates, timeZone, markRead, onClose }: SessionUpdatesSheetProps) {
  const { t } = useTranslation(['my-agenda', 'common'])
  const removedUpdates = updates.filter((each) => !each.item)
  const hiddenCount = updates.length - maxListedUpdates
  return (
    <Sheet
      title={t('changes.count', { count: updates.length })}
      closeLabel={t('common:close')}
      onClose={onClose}
    >
      <ul className={sessionUpdatesSheetStyles.list}>
        {updates.slice(0, maxListedUpdates).map((each) => (
          <UpdateRow key={each.id} update={each} timeZone={timeZone} />
        ))}
        {hiddenCount > 0 && (
          <li className={sessionUpdatesSheetStyles.more}>{t('changes.more', { count: hiddenCount })}</li>
        )}
      </ul>
      <div className={sessionUpdatesSheetStyles.foot}>
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

/** A changed session with its changes, or one that has left the programme, by the title last seen. */
function UpdateRow({ update, timeZone }: { update: SessionUpdate; timeZone: string }) {
  const { t } = useTranslation('my-agenda')
  const locale = useLocale()
  const title = selectLocalizedText(update.item ? update.item.row.title : update.title, locale)
  return (
    <li className={sessionUpdatesSheetStyles.row}>
      {update.item ? (
        <>
          <Link
            to="/agenda/$sessionId"
            params={{ sessionId: update.id }}
            className={sessionUpdatesSheetStyles.title}
            lang={title.locale}
          >
            {title.text}
          </Link>
          <ChangeLines item={update.item} changes={update.changes} timeZone={timeZone} />
        </>
      ) : (
        <>
          <span className={sessionUpdatesSheetStyles.title} lang={title.locale}>
            {title.text || t('changes.unknownTitle')}
          </span>
          <span className={sessionUpdatesSheetStyles.removed}>{t('changes.gone')}</span>
        </>
      )}
    </li>
  )
}
