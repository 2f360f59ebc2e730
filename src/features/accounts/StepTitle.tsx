import { useEffect, useRef, type ReactNode } from 'react'
import styles from './SecondFactor.module.css'

/** Title of a step that takes the place of the one before: the focus comes here, so that it is read out. */
export function StepTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <h2 ref={title} tabIndex={-1} className={styles.title}>
      {children}
    </h2>
  )
}
