import { useTranslation } from 'react-i18next'
import type { Values } from '#contract/form/form-shape.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { ModuleForm } from '#forms/index.ts'
import { useIsOffline } from '#platform/connectivity.ts'
import type { Draft } from '#outbox/index.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import type { Search } from '../data/list-state.ts'
import { BackLink } from './BackLink.tsx'
import type { SubmitRecordState } from './use-submit-record.ts'
import styles from './RecordForm.module.css'

/** Shows save and cancel at the lower edge, above the on-screen keyboard. Cancel keeps the draft. */
export function SaveBar({
  metadata,
  id,
  search,
  form,
  draft,
  submission,
}: {
  metadata: ModuleMetadata
  id: string | undefined
  search: Search
  form: ModuleForm
  draft: Draft<Values>
  submission: SubmitRecordState
}) {
  const { t } = useTranslation('console')
  const isOffline = useIsOffline()
  const formatStatus = () => {
    if (draft.state === 'not_stored') return t('form.notKept')
    if (isOffline) return t('form.offline')
    return draft.state === 'saved' && form.isDirty ? t('form.kept') : ''
  }
  return (
    <div className={styles.bar}>
      <output className={styles.barNote}>{formatStatus()}</output>
      <BackLink module={metadata.name} id={id} search={search} className={buttonClass('quiet')}>
        {t('action.cancel')}
      </BackLink>
      <Button type="submit" variant="filled" busy={submission.isBusy} className={styles.save}>
        {t(submission.isBusy ? 'form.saving' : 'form.save')}
      </Button>
    </div>
  )
}
