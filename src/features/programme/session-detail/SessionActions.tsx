import { CalendarButton } from '#features/programme/calendar'
import type { ProgrammeItem } from '#features/programme/sessions'
import { useForum } from '#platform/forum.ts'
import { useLocalized } from '#platform/locale.ts'
import { publicOrigin } from '#platform/public-origin.ts'
import { ShareButton } from '#ui/ShareButton.tsx'
import styles from './SessionActions.module.css'

interface SessionActionsProps {
  item: ProgrammeItem
  /** When the session was last changed; only its own request returns it. */
  lastModified: string | undefined
}

/** Actions of a session: add to the calendar, share. */
export function SessionActions({ item, lastModified }: SessionActionsProps) {
  const pick = useLocalized()
  const forum = useForum()
  const url = `${publicOrigin()}/agenda/${item.id}`
  return (
    <div className={styles.actions} data-print="off">
      <CalendarButton items={[item]} fileName={item.id} forum={forum} url={url} lastModified={lastModified} />
      <ShareButton title={pick(item.row.title).text} url={url} />
    </div>
  )
}
