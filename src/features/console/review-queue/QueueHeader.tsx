import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '#lib/document-title.ts'
import { useLocale } from '#lib/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import { writeListState } from '../data/list-state.ts'
import { backClass } from '../shell/PaneHeader.tsx'
import type { PendingRows } from './pending-rows.ts'
import styles from './ReviewQueueContent.module.css'

/** Shows what is reviewed, the progress, and a link back to the list. */
export function QueueHeader({
  module,
  waiting,
  counter,
  children,
}: {
  module: string
  waiting: PendingRows
  counter?: string
  children?: ReactNode
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const title = waiting.label[locale]
  useDocumentTitle(counter === undefined ? title : `${counter} · ${title}`)
  return (
    <header className={styles.head}>
      <Link
        to="/console/$module"
        params={{ module }}
        search={writeListState(waiting)}
        className={backClass}
        aria-label={t('record.back')}
      >
        <Icon name="list" />
      </Link>
      <h1 className={styles.title}>{title}</h1>
      <output className={styles.counter}>{counter}</output>
      {children}
    </header>
  )
}
