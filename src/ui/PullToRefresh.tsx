import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { refreshThresholdPx, trackPull } from './pull-gesture.ts'
import styles from './PullToRefresh.module.css'

type Pull = 'none' | 'more' | 'enough' | 'busy'

/**
 * A list that refreshes when the user pulls it down, because an installed app has no reload button. The component of
 * antd-mobile would add 29 kB to every list.
 * @param onRefresh may reject; the error is not shown here
 */
export function PullToRefresh({
  onRefresh,
  children,
}: {
  onRefresh: () => Promise<unknown>
  children: ReactNode
}) {
  const { t } = useTranslation()
  const container = useRef<HTMLDivElement>(null)
  const [pull, setPull] = useState<Pull>('none')
  const refresh = useRef(onRefresh)
  useEffect(() => void (refresh.current = onRefresh), [onRefresh])
  useEffect(() => {
    const element = container.current
    if (!element) return undefined
    const setPulledPx = (px: number) => element.style.setProperty('--pulled', `${px}px`)
    const startRefresh = async () => {
      setPull('busy')
      setPulledPx(refreshThresholdPx)
      // The banner for stale data shows a failed refresh.
      await refresh.current().catch(() => undefined)
      setPull('none')
    }
    return trackPull(element, {
      onPull(px) {
        setPulledPx(px)
        setPull(px < refreshThresholdPx ? 'more' : 'enough')
      },
      onRelease(px) {
        if (px >= refreshThresholdPx) void startRefresh()
        else setPull('none')
      },
    })
  }, [])
  return (
    <div ref={container} className={styles.container} data-pull={pull}>
      {/* Rendered even when empty, because screen readers announce only changes of an existing region. */}
      <output className={styles.status}>{pull !== 'none' && t(`pull.${pull}`)}</output>
      <div className={styles.list}>{children}</div>
    </div>
  )
}
