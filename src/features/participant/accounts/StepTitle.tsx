import { useEffect, useRef, type ReactNode } from 'react'
import styles from './SecondFactor.module.css'

/** Title of a step that replaces the previous one. It takes the focus, so that screen readers read it. */
export function StepTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <h2 ref={title} tabIndex={-1} className={styles.title}>
      {children}
    </h2>
  )
}
