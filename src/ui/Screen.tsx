import type { ReactNode } from 'react'
import styles from './Screen.module.css'

/**
 * The content column of a page, with margins and a maximum width.
 * @param wide for lists and several columns instead of text
 */
export function Screen({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  return <div className={`${styles.screen} ${wide ? styles.wide : ''}`}>{children}</div>
}

/** The title of a page, with an optional introduction under it and actions beside it. */
export function PageHeader({
  title,
  lang,
  lead,
  actions,
}: {
  title: string
  /** Language of the title where it is not the interface's. */
  lang?: string | undefined
  lead?: ReactNode
  actions?: ReactNode
}) {
  return (
    <header className={styles.header}>
      <div className={styles.text}>
        <h1 className={styles.title} lang={lang}>
          {title}
        </h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {actions}
    </header>
  )
}
