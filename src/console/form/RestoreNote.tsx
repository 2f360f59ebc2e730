import { useTranslation } from 'react-i18next'
import { Button } from '#ui/Button.tsx'
import { describeRestoreFailure } from '../history/restore-failure.ts'
import { useRestoreDeleted } from '../history/use-restore-deleted.ts'
import { Note } from '../field-controls/Note.tsx'

/** Offers to restore a record that was deleted while it was edited; the input stays in the form. */
export function RestoreNote({ module, id }: { module: string; id: string }) {
  const { t } = useTranslation('console')
  const restore = useRestoreDeleted(module, id)
  if (restore.isSuccess) return <Note icon="info" text={t('form.broughtBack')} />
  return (
    <>
      <Note icon="info" text={t('form.deleted')}>
        <Button busy={restore.isPending} onClick={() => restore.mutate()}>
          {t('deleted.restore')}
        </Button>
      </Note>
      {restore.error && <p role="alert">{describeRestoreFailure(restore.error, t)}</p>}
    </>
  )
}
