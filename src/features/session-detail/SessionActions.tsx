import { CalendarButton } from '#features/calendar'
import type { ProgrammeItem } from '#features/sessions'
import { useForum } from '#lib/forum.ts'
import { useLocalized } from '#lib/locale.ts'
import { publicOrigin } from '#lib/public-origin.ts'
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
