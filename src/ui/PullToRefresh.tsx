import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { refreshThresholdPx, trackPull } from './pull-gesture.ts'
import styles from './PullToRefresh.module.css'

type Pull = 'none' | 'more' | 'enough' | 'busy'

/**
 * A list that refreshes when it is pulled down, because an installed app has no reload button. It is our own, because
 * antd-mobile's adds 29 kB of springs and gestures to every list (decision 220).
 * @param onRefresh may fail; the list shows the age of its data by itself
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
    const hold = (px: number) => element.style.setProperty('--pulled', `${px}px`)
    const ask = async () => {
      setPull('busy')
      hold(refreshThresholdPx)
      // The caller of `refresh` shows the error.
      await refresh.current().catch(() => undefined)
      setPull('none')
    }
    return trackPull(element, {
      onPull(px) {
        hold(px)
        setPull(px < refreshThresholdPx ? 'more' : 'enough')
      },
      onRelease(px) {
        if (px >= refreshThresholdPx) void ask()
        else setPull('none')
      },
    })
  }, [])
  return (
    <div ref={container} className={styles.container} data-pull={pull}>
      {/* There before it has words, or these are not read out. */}
      <output className={styles.status}>{pull !== 'none' && t(`pull.${pull}`)}</output>
      <div className={styles.list}>{children}</div>
    </div>
  )
}
