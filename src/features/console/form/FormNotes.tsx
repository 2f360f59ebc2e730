import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Values } from '#contract/form/form-shape.ts'
import type { ModuleForm } from '#features/forms'
import { discardEntry, EntryState, NotStoredNote, type Draft } from '#outbox/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import type { Row } from '../reading/console-calls.ts'
import type { RecordSending } from './use-record-sending.ts'
import styles from './RecordForm.module.css'

/** What should be known above the form: whose letters stand in it, and what became of what was handed in. */
export function FormNotes({
  form,
  row,
  draft,
  sending,
}: {
  form: ModuleForm
  row: Row | undefined
  draft: Draft<Values>
  sending: RecordSending
}) {
  const { t } = useTranslation('console')
  const { pending, failure } = sending
  // Said of what stood there when the form was opened, not of what is typed now.
  const [isRestored, setRestored] = useState(() => Object.keys(form.typed).length > 0)
  const throwAway = async () => {
    setRestored(false)
    form.replace({})
    if (pending) await discardEntry(pending.id)
    await draft.drop()
  }
  const isNewer = row !== undefined && form.version !== undefined && row.version > form.version
  return (
    <>
      {pending && <EntryState entry={pending} />}
      {failure !== undefined && <NotStoredNote error={failure} />}
      {isRestored && (
        <Note icon="note" text={t(pending ? 'form.waits' : 'form.restored')}>
          <Button onClick={() => void throwAway()}>{t('form.throwAway')}</Button>
        </Note>
      )}
      {isNewer && <Note icon="info" text={t('form.newer')} />}
      {row?.permissions?.update === false && <Note icon="lock" text={t('form.rightsGone')} />}
    </>
  )
}

function Note({
  icon,
  text,
  children,
}: {
  icon: 'note' | 'info' | 'lock'
  text: string
  children?: ReactNode
}) {
  return (
    <div className={styles.note}>
      <Icon name={icon} size={20} />
      <output>{text}</output>
      {children}
    </div>
  )
}
