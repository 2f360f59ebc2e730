import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldIssue } from '#contract/envelope.ts'
import { useIssueMessage, type ModuleForm } from '#features/forms'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import styles from './RecordForm.module.css'

/**
 * Asks about a record that would stand beside others in one place at one time: which and when. Nothing is wrong at a
 * field, so nothing is marked there; it comes into view with the focus, since the form may be long.
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
  const say = useIssueMessage(form.shape)
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => note.current?.focus(), [])
  return (
    <div ref={note} role="alert" tabIndex={-1} className={`${styles.note} ${styles.overlaps}`}>
      <Icon name="warning" size={20} />
      <div>
        <p>{t('overlaps.text')}</p>
        <ul>
          {overlaps.map((overlap) => (
            <li key={`${overlap.path} ${overlap.params?.['row']}`}>{say(overlap)}</li>
          ))}
        </ul>
      </div>
      <Button busy={isBusy} onClick={onAccept}>
        {t('overlaps.accept')}
      </Button>
    </div>
  )
}
