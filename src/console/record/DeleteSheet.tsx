import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { NotStoredNotice, submit } from '#outbox/index.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import type { Row } from '../data/console-api.ts'
import styles from './ActionSheet.module.css'

/** Asks before it deletes a record. The outbox sends the deletion for the version that the user has seen. */
export function DeleteSheet({
  metadata,
  row,
  title,
  onClose,
}: {
  metadata: ModuleMetadata
  row: Row
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
      <div className={styles.body}>
        <p>
          <strong>{title}</strong>
        </p>
        <p>{metadata.permissions.includes('history') ? t('delete.text') : t('delete.forGood')}</p>
        {failure !== undefined && <NotStoredNotice error={failure} />}
        <div className={styles.foot}>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button variant="filled" busy={isBusy} onClick={() => void remove()}>
            {t('delete.button')}
          </Button>
        </div>
      </div>
    </Sheet>
  )
}
