import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTimeInTimeZone } from '#contract/time.ts'
import styles from './NowLine.module.css'

interface NowLineProps {
  ref: RefObject<HTMLLIElement | null>
  nowMs: number
  timeZone: string
  onJump: () => void
}

/** The line at the current time. While it is out of view, a button scrolls to it. */
export function NowLine({ ref, nowMs, timeZone, onJump }: NowLineProps) {
  const { t } = useTranslation('agenda')
  const [isInView, setIsInView] = useState(true)
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const observer = new IntersectionObserver((entries) =>
      setIsInView(entries.at(-1)?.isIntersecting ?? true),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return (
    <li ref={ref} className={styles.line}>
      <span className={styles.label}>
        {t('now')} <time>{formatTimeInTimeZone(nowMs, timeZone)}</time>
      </span>
      {!isInView && (
        <button type="button" className={styles.jump} onClick={onJump}>
          {t('jump_to_now')}
        </button>
      )}
    </li>
  )
}
