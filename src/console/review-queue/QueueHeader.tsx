import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '#platform/forum.ts'
import { useLocale } from '#platform/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import { writeListState } from '../data/list-state.ts'
import { backClass } from '../shell/PaneHeader.tsx'
import type { PendingRows } from './pending-rows.ts'
import styles from './ReviewQueueContent.module.css'

/** Shows what is reviewed, the progress, and a link back to the list. */
export function QueueHeader({
  module,
  pendingRows,
  positionText,
  children,
}: {
  module: string
  pendingRows: PendingRows
  positionText?: string
  children?: ReactNode
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const title = pendingRows.label[locale]
  useDocumentTitle(positionText === undefined ? title : `${positionText} · ${title}`)
  return (
    <header className={styles.head}>
      <Link
        to="/console/$module"
        params={{ module }}
        search={writeListState(pendingRows)}
        className={backClass}
        aria-label={t('record.back')}
      >
        <Icon name="list" />
      </Link>
      <h1 className={styles.title}>{title}</h1>
      <output className={styles.counter}>{positionText}</output>
      {children}
    </header>
  )
}
