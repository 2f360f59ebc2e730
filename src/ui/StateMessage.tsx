import type { ReactNode } from 'react'
import { Illustration, type IllustrationName } from './Illustration.tsx'
import styles from './StateMessage.module.css'

interface StateMessageProps {
  drawing: IllustrationName
  title: string
  text?: string
  /** One action at most. */
  action?: ReactNode
  /** Level of the heading on its page. */
  level?: 1 | 2
}

/** Shown in place of missing content: a drawing, one sentence, one action. */
function StateMessage({ drawing, title, text, action, level = 2 }: StateMessageProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className={styles.message}>
      <Illustration name={drawing} />
      <Heading className={styles.title}>{title}</Heading>
      {text && <p className={styles.text}>{text}</p>}
      {action}
    </div>
  )
}

type Words = Omit<StateMessageProps, 'drawing'>

/** There is nothing to show. */
export function EmptyState(props: Words) {
  return <StateMessage drawing="empty" {...props} />
}

/** The content could not be loaded, and is not cached. */
export function ErrorState(props: Words) {
  return (
    <div role="alert">
      <StateMessage drawing="error" {...props} />
    </div>
  )
}

/** There is no network, and the content was never loaded on this device. */
export function OfflineState(props: Words) {
  return <StateMessage drawing="offline" {...props} />
}
