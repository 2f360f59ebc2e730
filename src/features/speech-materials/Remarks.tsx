import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Values } from '#contract/form/form-shape.ts'
import { speechMaterials } from '#contract/modules/speech-materials.ts'
import { EntryStatusNotice, ParticipantForm, Section } from '#features/participant-forms'
import { FormField, ValueList } from '#features/forms'
import {
  isNewerThanRows,
  toOptimisticRow,
  useDraft,
  useEntries,
  useIsOutboxReady,
  type OptimisticRow,
} from '#outbox/index.ts'
import { Button } from '#ui/Button.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { moduleName, type MaterialsRow } from './material-kinds.ts'

const field = 'memo'

/** What organisers should know of the materials: written, kept and sent like every form, without network too. */
export function Remarks({
  row,
  asOfMs,
}: {
  row: MaterialsRow | undefined
  /** When the row was asked for. */
  asOfMs: number
}) {
  const { t } = useTranslation('speech-materials')
  const entries = useEntries()
  const isReady = useIsOutboxReady()
  const [place, setPlace] = useState<'view' | 'form' | 'sent'>('view')
  const thing = toOptimisticRow(
    row,
    entries.filter((one) => one.module === moduleName && (row !== undefined || isNewerThanRows(one, asOfMs))),
  )
  const isForm = place === 'form' || thing.entry?.state === 'rejected'
  return (
    <Section title={t('remarks.title')}>
      {!isReady ? (
        <SkeletonLines lines={2} />
      ) : isForm ? (
        <RemarksForm thing={thing} onSent={() => setPlace('sent')} onBack={() => setPlace('view')} />
      ) : (
        <RemarksView thing={thing} wasSent={place === 'sent'} onEdit={() => setPlace('form')} />
      )}
    </Section>
  )
}

function RemarksForm(props: { thing: OptimisticRow<MaterialsRow>; onSent: () => void; onBack: () => void }) {
  const { t } = useTranslation('speech-materials')
  const draft = useDraft<Values>(moduleName)
  return (
    <ParticipantForm
      module={moduleName}
      shape={speechMaterials}
      fields={[field]}
      draft={draft}
      label={t('remarks.title')}
      sendLabel={t('remarks.send')}
      titleOf={() => t('remarks.title')}
      formPath={() => '/user/materials'}
      {...props}
    >
      {(form) => <FormField form={form} name={field} help={t('remarks.help')} />}
    </ParticipantForm>
  )
}

function RemarksView({
  thing: { row, entry, values },
  wasSent,
  onEdit,
}: {
  thing: OptimisticRow<MaterialsRow>
  /** It stands where the form was: the focus goes with it. */
  wasSent: boolean
  onEdit: () => void
}) {
  const { t } = useTranslation('speech-materials')
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (wasSent) top.current?.focus()
  }, [wasSent])
  const hasWords = typeof values[field] === 'string' && values[field] !== ''
  return (
    <div ref={top} tabIndex={-1}>
      {entry && (wasSent || entry.state !== 'done' || !row) && <EntryStatusNotice entry={entry} />}
      {hasWords && <ValueList shape={speechMaterials} fields={[field]} values={values} />}
      <Button onClick={onEdit}>{t(hasWords ? 'remarks.change' : 'remarks.add')}</Button>
    </div>
  )
}
