import { useTranslation } from 'react-i18next'
import { useEffect, useRef, type RefObject } from 'react'
import { useDocumentTitle } from '#platform/forum.ts'
import { Screen } from '#ui/Screen.tsx'
import { SkeletonList } from '#ui/LoadState.tsx'
import styles from './StepHead.module.css'

/** Shows the current step as a progress line and as text. The heading takes the focus when the step changes. */
export function StepHead({
  title,
  lead,
  number,
  count,
}: {
  title: string
  lead?: string
  /** Number of the current step, from 1. */
  number: number
  /** Number of all steps. */
  count: number
}) {
  const { t } = useTranslation('register')
  useDocumentTitle(title)
  const heading = useHeadingFocus(title)
  return (
    <header className={styles.head}>
      <p className={styles.count}>{t('step.count', { number, count })}</p>
      <div className={styles.line} aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          <span key={index} className={index < number ? styles.done : styles.open} />
        ))}
      </div>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      {lead && <p className={styles.lead}>{lead}</p>}
    </header>
  )
}

/** Placeholder until the draft is read and the server has said whether there is a registration. */
export function FormLoading() {
  const { t } = useTranslation('common')
  return (
    <Screen>
      <SkeletonList label={t('loading')} rows={5} />
    </Screen>
  )
}

/** Name of the page that was shown last; undefined until the first one, whose heading takes no focus. */
let lastPage: string | undefined

/**
 * Focuses a page's heading when the step changes, or when the button with the focus was removed with the previous page.
 * @param page name of the page, a different one for each step
 */
export function useHeadingFocus(page: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  /** The page that this component has shown before. */
  const shownPage = useRef<string>(undefined)
  useEffect(() => {
    const isFocusLost = lastPage !== undefined && document.activeElement === document.body
    const isStepChanged = shownPage.current !== undefined && shownPage.current !== page
    if (isFocusLost || isStepChanged) heading.current?.focus({ preventScroll: true })
    shownPage.current = page
    lastPage = page
  }, [page])
  return heading
}
