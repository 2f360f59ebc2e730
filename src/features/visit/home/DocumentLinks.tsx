import { useTranslation } from 'react-i18next'
import { homeRows } from '#contract/page-lists.ts'
import { formatFileKind } from '#platform/format-file.ts'
import { Icon } from '#ui/Icon.tsx'
import { RowList } from './RowList.tsx'
import type { HomeDocumentRow } from './queries.ts'
import styles from './Marks.module.css'

/** Lists document titles with their file type. */
export function DocumentLinks({ rows }: { rows: readonly HomeDocumentRow[] | undefined }) {
  const { t } = useTranslation('home')
  return <RowList rows={rows} skeletonRows={homeRows} emptyText={t('noDocuments')} renderMark={kindMark} />
}

function kindMark({ file }: HomeDocumentRow) {
  const kind = file && formatFileKind(file)
  return <span className={styles.kind}>{kind || <Icon name="file" size={20} />}</span>
}
