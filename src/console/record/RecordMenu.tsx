import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { NotStoredNotice, submit } from '#outbox/index.ts'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import type { Row } from '../data/console-api.ts'
import actionStyles from './RecordActions.module.css'
import styles from './RecordPane.module.css'

const HistorySheet = lazy(() => import('../history/HistorySheet.tsx'))
const RelatedSheet = lazy(() => import('./RelatedSheet.tsx'))

/** Shows buttons for related rows, history and deletion of a record. */
export function RecordMenu({ metadata, row, title }: { metadata: ModuleMetadata; row: Row; title: string }) {
  const { t } = useTranslation('console')
  const [openSheet, setOpenSheet] = useState<'history' | 'related' | 'delete'>()
  const close = () => setOpenSheet(undefined)
  const sheetProps = { metadata, row, title, onClose: close }
  return (
    <div className={styles.menu}>
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

/**
 * Asks before it deletes a record. The outbox sends the deletion with the version that the user has seen, so that the
 * server can detect a change since.
 */
function DeleteSheet({
  metadata,
  row,
  title,
  onClose,
}: {
  metadata: ModuleMetadata
  row: Row
  /** Title of the record. */
  title: string
  onClose: () => void
}) {
  const { t } = useTranslation('console')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const remove = async () => {
    setBusy(true)
    try {
      await submit({
        module: metadata.name,
        entityId: row.id,
        deed: { kind: 'delete', baseVersion: row.version },
        body: {},
        title: t('delete.done', { title }),
        formPath: `/console/${metadata.name}/${row.id}`,
      })
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Sheet title={t('delete.title')} closeLabel={t('close')} onClose={onClose}>
      <div className={actionStyles.sheet}>
        <p>
          <strong>{title}</strong>
        </p>
        <p>{metadata.permissions.includes('history') ? t('delete.text') : t('delete.forGood')}</p>
        {failure !== undefined && <NotStoredNotice error={failure} />}
        <div className={actionStyles.sheetFoot}>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button variant="filled" busy={isBusy} onClick={() => void remove()}>
            {t('delete.button')}
          </Button>
        </div>
      </div>
    </Sheet>
  )
}
