import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { IconButton } from '#ui/IconButton.tsx'
import type { Row } from '../data/console-api.ts'
import { DeleteSheet } from './DeleteSheet.tsx'
import styles from './RecordMenu.module.css'

const HistorySheet = lazy(() => import('../history/HistorySheet.tsx'))
const RelatedSheet = lazy(() => import('./RelatedSheet.tsx'))

/** What can be asked of a record, or done with it, beside what its workflow leads to. */
export function RecordMenu({ metadata, row, title }: { metadata: ModuleMetadata; row: Row; title: string }) {
  const { t } = useTranslation('console')
  const [sheet, setSheet] = useState<'history' | 'related' | 'delete'>()
  const close = () => setSheet(undefined)
  const parts = { metadata, row, title, onClose: close }
  return (
    <div className={styles.tools}>
      <IconButton icon="link" look="weak" label={t('related.title')} onClick={() => setSheet('related')} />
      {metadata.permissions.includes('history') && (
        <IconButton
          icon="history"
          look="weak"
          label={t('history.title')}
          onClick={() => setSheet('history')}
        />
      )}
      {row.permissions?.delete === true && (
        <IconButton icon="trash" look="weak" label={t('delete.title')} onClick={() => setSheet('delete')} />
      )}
      <Suspense>
        {sheet === 'history' && <HistorySheet {...parts} />}
        {sheet === 'related' && <RelatedSheet {...parts} />}
      </Suspense>
      {/* Not fetched at its first use: that may be where there is no network. */}
      {sheet === 'delete' && <DeleteSheet {...parts} />}
    </div>
  )
}
