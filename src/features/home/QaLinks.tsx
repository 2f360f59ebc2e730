import { useTranslation } from 'react-i18next'
import { homeRows } from '#contract/page-lists.ts'
import { RowList } from './RowList.tsx'
import type { HomeQaRow } from './queries.ts'
import styles from './Marks.module.css'

/** The first questions; their answers are a touch away. */
export function QaLinks({ rows }: { rows: readonly HomeQaRow[] | undefined }) {
  const { t } = useTranslation('home')
  return <RowList rows={rows?.slice(0, homeRows)} waiting={homeRows} none={t('noQa')} mark={questionMark} />
}

const questionMark = () => (
  <span aria-hidden="true" className={styles.question}>
    ?
  </span>
)
