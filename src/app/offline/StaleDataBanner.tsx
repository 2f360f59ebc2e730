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
 * While the server cannot be reached, or did not give what this screen asked for anew: how old what is on the screen
 * is, in the server's time and the forum's zone.
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

/** A time in words: the clock today, with the day before that, with the zone where the device lies elsewhere. */
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

/** Follows something about the queries that components on screen use. */
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

/** True when something is shown whose last refresh failed: a busy server is no offline, but the data is old. */
const hasFailedRefresh = (queries: readonly Query[]): boolean =>
  queries.some(
    ({ state, queryHash }) =>
      (state.status === 'error' && state.data !== undefined) || dataAges.isBehind(queryHash),
  )
