import { useTranslation } from 'react-i18next'
import { homeRows } from '#contract/page-lists.ts'
import { RowList } from './RowList.tsx'
import type { HomeQaRow } from './queries.ts'
import styles from './Marks.module.css'

/** Lists the first questions, linked to their answers. */
export function QaLinks({ rows }: { rows: readonly HomeQaRow[] | undefined }) {
  const { t } = useTranslation('home')
  return (
    <RowList
      rows={rows?.slice(0, homeRows)}
      skeletonRows={homeRows}
      emptyText={t('noQa')}
      renderMark={questionMark}
    />
  )
}

const questionMark = () => (
  <span aria-hidden="true" className={styles.question}>
    ?
  </span>
)
