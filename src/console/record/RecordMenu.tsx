import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { IconButton } from '#ui/IconButton.tsx'
import type { Row } from '../data/console-api.ts'
import { DeleteSheet } from './DeleteSheet.tsx'
import styles from './RecordMenu.module.css'

const HistorySheet = lazy(() => import('../history/HistorySheet.tsx'))
const RelatedSheet = lazy(() => import('./RelatedSheet.tsx'))

/** Shows buttons for related rows, history and deletion of a record. */
export function RecordMenu({ metadata, row, title }: { metadata: ModuleMetadata; row: Row; title: string }) {
  const { t } = useTranslation('console')
  const [openSheet, setOpenSheet] = useState<'history' | 'related' | 'delete'>()
  const close = () => setOpenSheet(undefined)
  const sheetProps = { metadata, row, title, onClose: close }
  return (
    <div className={styles.tools}>
      <IconButton
        icon="link"
        variant="weak"
        label={t('related.title')}
        onClick={() => setOpenSheet('related')}
      />
      {metadata.permissions.includes('history') && (
        <IconButton
          icon="history"
          variant="weak"
          label={t('history.title')}
          onClick={() => setOpenSheet('history')}
        />
      )}
      {row.permissions?.delete === true && (
        <IconButton
          icon="trash"
          variant="weak"
          label={t('delete.title')}
          onClick={() => setOpenSheet('delete')}
        />
      )}
      <Suspense>
        {openSheet === 'history' && <HistorySheet {...sheetProps} />}
        {openSheet === 'related' && <RelatedSheet {...sheetProps} />}
      </Suspense>
      {/* Not lazy: deleting must work without network. */}
      {openSheet === 'delete' && <DeleteSheet {...sheetProps} />}
    </div>
  )
}
