import type { ReactNode } from 'react'
import { Illustration, type IllustrationName } from './Illustration.tsx'
import styles from './StateMessage.module.css'

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
