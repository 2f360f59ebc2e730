import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsOffline } from '#lib/connectivity.ts'
import { dataAges } from '#lib/data-age.ts'
import { createForumTime, isElsewhere, useForumTime, zoneLabel } from '#lib/forum-time.ts'
import { useLocale } from '#lib/locale.ts'
import { useMinute } from '#lib/server-minute.ts'
import { AgeStrip } from '#ui/AgeStrip.tsx'

/** While the server cannot be reached: how old what is on this screen is, in the server's time and the forum's zone. */
export function OfflineStrip() {
  const { t } = useTranslation('offline')
  const isOffline = useIsOffline()
  const asOfMs = useOldestOnScreen()
  const forumTime = useForumTime()
  const locale = useLocale()
  const nowMs = useMinute()
  if (!isOffline) return null
  if (asOfMs === undefined) return <AgeStrip text={t('strip.plain')} />
  const time = createForumTime(forumTime.zone, locale)
  const isToday = time.isoDate(asOfMs) === time.isoDate(nowMs)
  const clock = isToday ? time.clock(asOfMs) : time.dateTime(asOfMs)
  const zone = isElsewhere(forumTime.zone, asOfMs) ? ` ${zoneLabel(forumTime.zone, asOfMs)}` : ''
  return <AgeStrip text={t('strip.asOf', { time: clock + zone })} />
}

/** The server's time of the oldest data that a component on screen uses. */
function useOldestOnScreen(): number | undefined {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    (listener) => {
      const stops = [cache.subscribe(listener), dataAges.subscribe(listener)]
      return () => stops.forEach((stop) => stop())
    },
    () => {
      const ages = cache
        .findAll({ type: 'active' })
        // The forum's name and zone are on every screen and say nothing about its content.
        .filter((query) => query.queryKey[0] !== 'cmsSettings')
        .flatMap((query) => dataAges.find(query.queryHash) ?? [])
      return ages.length > 0 ? Math.min(...ages) : undefined
    },
    () => undefined,
  )
}
