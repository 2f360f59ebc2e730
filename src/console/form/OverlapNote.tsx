import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldIssue } from '#contract/envelope.ts'
import { useIssueMessage, type ModuleForm } from '#forms/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import noteStyles from '../field-controls/Note.module.css'
import styles from './RecordForm.module.css'

/**
 * Asks whether to save a record that overlaps with others in one room. No field is invalid, so no field is marked. The
 * notice takes the focus and scrolls into view, because the form may be long.
 */
export function OverlapNote({
  form,
  overlaps,
  isBusy,
  onAccept,
}: {
  form: ModuleForm
  overlaps: readonly FieldIssue[]
  isBusy: boolean
  onAccept: () => void
}) {
  const { t } = useTranslation('console')
  const formatIssue = useIssueMessage(form.shape)
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => note.current?.focus(), [])
  return (
    <div ref={note} role="alert" tabIndex={-1} className={`${noteStyles.note} ${styles.overlaps}`}>
      <Icon name="warning" size={20} />
      <div>
        <p>{t('overlaps.text')}</p>
        <ul>
          {overlaps.map((overlap) => (
            <li key={`${overlap.path} ${overlap.params?.['row']}`}>{formatIssue(overlap)}</li>
          ))}
        </ul>
      </div>
      <Button busy={isBusy} onClick={onAccept}>
        {t('overlaps.accept')}
      </Button>
    </div>
  )
}
