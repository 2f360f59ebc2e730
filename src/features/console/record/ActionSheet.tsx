import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionMetadata, ModuleMetadata } from '#contract/metadata.ts'
import { Form, useModuleForm } from '#features/forms'
import { useLocale } from '#lib/locale.ts'
import { NotStoredNote, type OutboxEntry } from '#outbox/index.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { FieldEditor } from '../controls/FieldEditor.tsx'
import type { Row } from '../reading/console-calls.ts'
import { actionShape } from './action-shape.ts'
import styles from './ActionSheet.module.css'

/** What an action asks for before it is done; one that ends something is asked about. */
export default function ActionSheet({
  metadata,
  action,
  row,
  refused,
  onSend,
  onClose,
}: {
  metadata: ModuleMetadata
  action: ActionMetadata
  row: Row
  /** The same, when it was refused before: what was typed stands there again, with what is wrong. */
  refused: OutboxEntry | undefined
  onSend: (body: Record<string, unknown>) => Promise<OutboxEntry>
  onClose: () => void
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const fields = action.fields ?? []
  const [shape] = useState(() => actionShape(metadata, action))
  const others = Object.fromEntries(Object.entries(row).filter(([key]) => !fields.includes(key)))
  const form = useModuleForm(shape, {
    fields,
    values: { ...Object.fromEntries(fields.map((key) => [key, row[key] ?? null])), ...refused?.body },
    context: others,
  })
  const { refuse } = form
  useEffect(() => {
    if (refused?.problems) refuse(refused.problems)
    // oxlint-disable-next-line react/exhaustive-deps -- once, as it is opened: what is mended stays so
  }, [])
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const send = async () => {
    if (isBusy || !form.check()) return
    setBusy(true)
    setFailure(undefined)
    try {
      const entry = await onSend(form.body())
      if (entry.state === 'rejected' && entry.problems?.length) refuse(entry.problems)
      else onClose()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Sheet title={action.label[locale]} closeLabel={t('close')} onClose={onClose}>
      <div className={styles.body}>
        <Form form={form} label={action.label[locale]} onSubmit={() => void send()}>
          {fields.length === 0 && <p>{t('action.sure')}</p>}
          {fields.map((name) => (
            <FieldEditor key={name} metadata={metadata} form={form} name={name} isShort />
          ))}
          {failure !== undefined && <NotStoredNote error={failure} />}
          <div className={styles.foot}>
            <Button onClick={onClose}>{t('action.cancel')}</Button>
            <Button type="submit" look="filled" busy={isBusy}>
              {action.label[locale]}
            </Button>
          </div>
        </Form>
      </div>
    </Sheet>
  )
}
