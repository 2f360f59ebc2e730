import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAreFavouritesStored, useFavourites } from '#features/programme/favourites'
import { findOverlaps } from '#features/programme/session-times'
import { type Programme, ZoneNotice } from '#features/programme/sessions'
import { Icon } from '#ui/Icon.tsx'
import styles from './AgendaNotices.module.css'
import emptyAgendaStyles from './EmptyAgenda.module.css'

/** Notices over the list: the time zone, overlapping favourites, favourites that cannot be stored. */
export const AgendaNotices = memo(function AgendaNotices({
  programme,
  mine,
}: {
  programme: Programme
  /** True when only starred sessions are listed. */
  mine: boolean
}) {
  const { t } = useTranslation('agenda')
  const { t: tFavourites } = useTranslation('favourites')
  const favourites = useFavourites()
  const areFavouritesStored = useAreFavouritesStored()
  const overlapCount = useMemo(
    () => (mine ? findOverlaps(programme.items.filter((item) => favourites.has(item.id))).size : 0),
    [programme, favourites, mine],
  )
  const { timeZone } = programme
  const firstStartMs = programme.items[0]?.startMs ?? 0
  return (
    <>
      <div className={styles.notice}>
        <ZoneNotice timeZone={timeZone} atMs={firstStartMs} />
      </div>
      {overlapCount > 0 && (
        <output className={styles.warning} data-print="off">
          <Icon name="warning" size={18} />
          {t('clashes', { count: overlapCount })}
        </output>
      )}
      {!areFavouritesStored && (
        <output className={styles.warning}>
          <Icon name="warning" size={18} />
          {tFavourites('not_kept')}
        </output>
      )}
    </>
  )
})

interface EmptyAgendaProps {
  text: string
  hint?: string
  actions?: readonly { label: string; onAction: () => void }[]
}

/** Says that there is nothing to list, with a hint and actions that lead to sessions. */
export function EmptyAgenda({ text, hint, actions = [] }: EmptyAgendaProps) {
  return (
    <div className={emptyAgendaStyles.empty}>
      <svg viewBox="0 0 96 72" aria-hidden="true">
        <path d="M14 14h44v46H14zM14 26h44M24 8v12M48 8v12M24 36h10M24 46h18" />
        <path d="M70 60a14 14 0 1 0 0-28 14 14 0 0 0 0 28zM70 39v7l5 3" />
      </svg>
      <p className={emptyAgendaStyles.text}>{text}</p>
      {hint && <p className={emptyAgendaStyles.hint}>{hint}</p>}
      {actions.map(({ label, onAction }) => (
        <button key={label} type="button" className={emptyAgendaStyles.action} onClick={onAction}>
          {label}
        </button>
      ))}
    </div>
  )
}
