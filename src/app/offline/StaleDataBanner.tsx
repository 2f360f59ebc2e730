import { useQueryClient, type Query } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsOffline } from '#platform/connectivity.ts'
import { dataAges } from '#platform/data-age.ts'
import { createForumTime, isOtherTimeZone, useForumTime, getTimeZoneLabel } from '#platform/forum-time.ts'
import { useLocale } from '#platform/locale.ts'
import { useMinute } from '#platform/server-clock.ts'
import { Icon, type IconName } from '#ui/Icon.tsx'
import styles from './StaleDataBanner.module.css'

/**
 * Shows the age of the data on screen while the server cannot be reached or a refetch has failed. Times are the server's,
 * in the forum's zone.
 */
export function StaleDataBanner() {
  const { t } = useTranslation('offline')
  const isOffline = useIsOffline()
  const asOfMs = useActiveQueries(findOldestDataTime)
  const isOutdated = useActiveQueries(hasFailedRefresh)
  const formatTime = useTimeFormatter()
  const icon = isOffline ? 'offline' : 'info'
  const formatText = () => {
    if (asOfMs === undefined) return isOffline ? t('strip.plain') : undefined
    return t(isOffline ? 'strip.asOf' : 'strip.behind', { time: formatTime(asOfMs) })
  }
  return <DataAgeBanner icon={icon} text={isOffline || isOutdated ? formatText() : undefined} />
}

/** Returns a formatter of times: with the day unless it is today, and with the zone on devices in another zone. */
function useTimeFormatter(): (ms: number) => string {
  const { zone } = useForumTime()
  const locale = useLocale()
  const nowMs = useMinute()
  return (ms) => {
    const time = createForumTime(zone, locale)
    const isToday = time.isoDate(ms) === time.isoDate(nowMs)
    const zoneSuffix = isOtherTimeZone(zone, ms) ? ` ${getTimeZoneLabel(zone, ms)}` : ''
    return (isToday ? time.clock(ms) : time.dateTime(ms)) + zoneSuffix
  }
}

/** Subscribes to a value that is computed from the active queries. */
function useActiveQueries<T extends number | boolean | undefined>(
  compute: (queries: readonly Query[]) => T,
): T {
  const cache = useQueryClient().getQueryCache()
  const computeValue = () => {
    const activeQueries = cache.findAll({ type: 'active' })
    // Every screen shows the forum's settings (`cmsSettings`): name and zone, whose age does not matter.
    return compute(activeQueries.filter((query) => query.queryKey[0] !== 'cmsSettings'))
  }
  return useSyncExternalStore(
    (listener) => {
      const unsubscribers = [cache.subscribe(listener), dataAges.subscribe(listener)]
      return () => unsubscribers.forEach((unsubscribe) => unsubscribe())
    },
    computeValue,
    computeValue,
  )
}

/** Returns the server's time of the oldest data in milliseconds; undefined when no query's time is known. */
function findOldestDataTime(queries: readonly Query[]): number | undefined {
  const ages = queries.flatMap((query) => dataAges.find(query.queryHash) ?? [])
  return ages.length > 0 ? Math.min(...ages) : undefined
}

/** Returns whether the data of a query on screen is old: its last refetch failed, or a cached copy is shown. */
const hasFailedRefresh = (queries: readonly Query[]): boolean =>
  queries.some(
    ({ state, queryHash }) =>
      (state.status === 'error' && state.data !== undefined) || dataAges.isOutdated(queryHash),
  )

/**
 * A strip under the header while the shown data may be old: "Offline, as of 09:12". The live region is rendered
 * without text too, or screen readers would not read out the first text.
 */
function DataAgeBanner({ text, icon }: { text: string | undefined; icon: IconName }) {
  return (
    <output className={styles.region}>
      {text !== undefined && (
        <span className={styles.banner}>
          <Icon name={icon} size={16} />
          {text}
        </span>
      )}
    </output>
  )
}
