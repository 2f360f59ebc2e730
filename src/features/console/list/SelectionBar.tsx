import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { Button } from '#ui/Button.tsx'
import type { RowQueryParams } from '../data/console-api.ts'
import type { Selection } from './use-selection.ts'
import styles from './SelectionBar.module.css'

const ExportSheet = lazy(() => import('./ExportSheet.tsx'))
const BulkSheet = lazy(() => import('../bulk/BulkSheet.tsx'))

/** Lets the user choose rows and act on them; at the lower edge, in reach of a thumb. */
export function SelectionBar({
  metadata,
  params,
  total,
  selection,
}: {
  metadata: ModuleMetadata
  params: RowQueryParams
  total: number
  selection: Selection
}) {
  const { t } = useTranslation('console')
  // The rows at the time of the touch: the list may change below the sheet.
  const [sheet, setSheet] = useState<{
    kind: 'export' | 'bulk'
    params: RowQueryParams
    ids: string[] | undefined
  }>()
  const close = () => setSheet(undefined)
  const canExport = metadata.permissions.includes('export')
  const canRunActions = metadata.permissions.includes('delete') || Object.keys(metadata.actions).length > 0
  // A running operation on the last rows must still be able to show its result.
  if (sheet === undefined && ((!canExport && !canRunActions) || total === 0)) return null
  const ids = selection.isOn && !selection.isAll ? [...selection.ids] : undefined
  const open = (kind: 'export' | 'bulk') => setSheet({ kind, params, ids })
  const count = selection.isAll ? total : selection.ids.size
  return (
    <footer className={styles.bar}>
      {selection.isOn ? (
        <>
          <output className={styles.count}>{t('selection.count', { count })}</output>
          <Button onClick={selection.end}>{t('selection.end')}</Button>
          {!selection.isAll && (
            <Button onClick={selection.chooseAll}>{t('selection.all', { count: total })}</Button>
          )}
          {canRunActions && (
            <Button disabled={count === 0} aria-haspopup="dialog" onClick={() => open('bulk')}>
              {t('bulk.button')}
            </Button>
          )}
          {canExport && (
            <Button look="filled" disabled={count === 0} onClick={() => open('export')}>
              {t('export.button')}
            </Button>
          )}
        </>
      ) : (
        <>
          <Button onClick={selection.begin}>{t('selection.begin')}</Button>
          {canExport && <Button onClick={() => open('export')}>{t('export.all')}</Button>}
        </>
      )}
      <Suspense>
        {sheet?.kind === 'export' && <ExportSheet metadata={metadata} {...sheet} onClose={close} />}
        {sheet?.kind === 'bulk' && (
          <BulkSheet metadata={metadata} {...sheet} onRemaining={selection.choose} onClose={close} />
        )}
      </Suspense>
    </footer>
  )
}
