import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsOffline } from '#platform/connectivity.ts'
import { Button } from './Button.tsx'
import styles from './LoadState.module.css'

/**
 * Shown in place of content that is missing: still loading, not on this device while offline, or failed with a button to
 * try again.
 */
export function LoadState({
  failed,
  retry,
  rows,
  skeleton,
}: {
  /** True when the last request has failed; false while it runs. */
  failed: boolean
  retry: () => void
  /** Number of placeholder cards while loading. */
  rows?: number
  /** Skeleton while loading, where the content is not a list of cards. */
  skeleton?: ReactNode
}) {
  const { t } = useTranslation('common')
  const isOffline = useIsOffline()
  // Without network the retry of a query is paused, so it neither fails nor ends: a skeleton would stay forever.
  if (isOffline) return <OfflineState title={t('offline.title')} text={t('offline.text')} />
  if (!failed && skeleton) return skeleton
  if (!failed) return <SkeletonList label={t('loading')} {...(rows === undefined ? {} : { rows })} />
  return (
    <ErrorState
      title={t('loadFailure.title')}
      text={t('loadFailure.text')}
      action={<Button onClick={retry}>{t('retry')}</Button>}
    />
  )
}

interface StateMessageProps {
  illustration: IllustrationName
  title: string
  text?: string
  /** One action at most. */
  action?: ReactNode
  /** Level of the heading; 1 when the message is the whole page. */
  level?: 1 | 2
}

/** Shown in place of missing content: a drawing, one sentence, one action. */
function StateMessage({ illustration, title, text, action, level = 2 }: StateMessageProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className={styles.message}>
      <Illustration name={illustration} />
      <Heading className={styles.title}>{title}</Heading>
      {text && <p className={styles.text}>{text}</p>}
      {action}
    </div>
  )
}

/** Props of the three messages, each of which has its own drawing. */
type StateProps = Omit<StateMessageProps, 'illustration'>

/** There is nothing to show. */
export function EmptyState(props: StateProps) {
  return <StateMessage illustration="empty" {...props} />
}

/** The content could not be loaded, and is not cached. */
export function ErrorState(props: StateProps) {
  return (
    <div role="alert">
      <StateMessage illustration="error" {...props} />
    </div>
  )
}

/** There is no network, and the content was never loaded on this device. */
export function OfflineState(props: StateProps) {
  return <StateMessage illustration="offline" {...props} />
}

/** SVG path data of small drawings, in a view box of 160 by 110. */
const drawings = {
  empty:
    'M20 78h120M44 78a36 36 0 0 1 72 0M68 78a12 12 0 0 1 24 0M20 92q15-8 30 0t30 0 30 0 30 0M118 30a9 9 0 1 0 .1 0',
  error: 'M20 92h120M80 92V46M80 46V22M80 46l20 12M60 58l12-7M104 76l16-8M52 92q-4-10-12-12M80 46h.1',
  offline: 'M52 62a40 40 0 0 1 56 0M64 74a24 24 0 0 1 32 0M80 86h.1M40 50a56 56 0 0 1 80 0M44 24l72 72',
} as const

type IllustrationName = keyof typeof drawings

function Illustration({ name }: { name: IllustrationName }) {
  return (
    <svg
      aria-hidden="true"
      width={160}
      height={110}
      viewBox="0 0 160 110"
      fill="none"
      stroke="var(--primary)"
      strokeWidth={2.5}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={drawings[name]} />
    </svg>
  )
}

/** Grey lines in place of text that is loading. Hidden from screen readers: the screen says "loading" once as text. */
export function SkeletonLines({ lines = 3 }: { lines?: number }) {
  return (
    <div aria-hidden="true" className={styles.block}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} />
      ))}
    </div>
  )
}

/** Cards in place of a list that is loading. @param label text for screen readers, such as "Loading" */
export function SkeletonList({ rows = 5, label }: { rows?: number; label: string }) {
  return (
    <output aria-label={label} className={styles.list}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.card}>
          <SkeletonLines lines={2} />
        </div>
      ))}
    </output>
  )
}
