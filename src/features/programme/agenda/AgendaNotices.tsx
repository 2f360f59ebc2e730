import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAreFavouritesStored, useFavourites } from '#features/programme/favourites'
import { findOverlaps, type Programme, ZoneNotice } from '#features/programme/sessions'
import { Icon } from '#ui/Icon.tsx'
import styles from './AgendaNotices.module.css'

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
