import { useQueryClient, type Query } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsOffline } from '#lib/connectivity.ts'
import { dataAges } from '#lib/data-age.ts'
import { createForumTime, isOtherTimeZone, useForumTime, getTimeZoneLabel } from '#lib/forum-time.ts'
import { useLocale } from '#lib/locale.ts'
import { useMinute } from '#lib/use-minute.ts'
import { DataAgeBanner } from '#ui/DataAgeBanner.tsx'

/**
 * Shows the age of the data on screen while the server cannot be reached or a refetch has failed. Times are the server's,
 * in the forum's zone.
 */
export function StaleDataBanner() {
  const { t } = useTranslation('offline')
  const isOffline = useIsOffline()
  const asOfMs = useOnScreen(oldestAge)
  const isBehind = useOnScreen(hasFailedRefresh)
  const tellTime = useTimeWords()
  const icon = isOffline ? 'offline' : 'info'
  const words = () => {
    if (asOfMs === undefined) return isOffline ? t('strip.plain') : undefined
    return t(isOffline ? 'strip.asOf' : 'strip.behind', { time: tellTime(asOfMs) })
  }
  return <DataAgeBanner icon={icon} text={isOffline || isBehind ? words() : undefined} />
}

/** Formats a time: with the day unless it is today, and with the zone on devices in another one. */
function useTimeWords(): (ms: number) => string {
  const { zone } = useForumTime()
  const locale = useLocale()
  const nowMs = useMinute()
  return (ms) => {
    const time = createForumTime(zone, locale)
    const isToday = time.isoDate(ms) === time.isoDate(nowMs)
    const zoneWords = isOtherTimeZone(zone, ms) ? ` ${getTimeZoneLabel(zone, ms)}` : ''
    return (isToday ? time.clock(ms) : time.dateTime(ms)) + zoneWords
  }
}

/** Subscribes to a value that is computed from the active queries. */
function useOnScreen<T extends number | boolean | undefined>(read: (queries: readonly Query[]) => T): T {
  const cache = useQueryClient().getQueryCache()
  const look = () => {
    const used = cache.findAll({ type: 'active' })
    // The forum's name and zone are on every screen and say nothing about its content.
    return read(used.filter((query) => query.queryKey[0] !== 'cmsSettings'))
  }
  return useSyncExternalStore(
    (listener) => {
      const stops = [cache.subscribe(listener), dataAges.subscribe(listener)]
      return () => stops.forEach((stop) => stop())
    },
    look,
    look,
  )
}

/** The server's time of the oldest data. */
function oldestAge(queries: readonly Query[]): number | undefined {
  const ages = queries.flatMap((query) => dataAges.find(query.queryHash) ?? [])
  return ages.length > 0 ? Math.min(...ages) : undefined
}

/** Returns true when the last refetch of shown data failed: with a busy server the app is online, but the data is old. */
const hasFailedRefresh = (queries: readonly Query[]): boolean =>
  queries.some(
    ({ state, queryHash }) =>
      (state.status === 'error' && state.data !== undefined) || dataAges.isBehind(queryHash),
  )
