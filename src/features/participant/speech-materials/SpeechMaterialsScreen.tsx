import { useTranslation } from 'react-i18next'
import { useEffect, useRef, useState } from 'react'
import type { Values } from '#contract/form/form-shape.ts'
import { speechMaterials } from '#contract/modules/speech-materials.ts'
import {
  ApprovedOnly,
  EntryStatusNotice,
  ParticipantForm,
  Section,
} from '#features/participant/participant-forms'
import { useDocumentTitle } from '#platform/forum.ts'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { FormField, ValueList } from '#forms/index.ts'
import {
  listEntriesWithoutRow,
  toOptimisticRow,
  useDraft,
  useEntries,
  useIsOutboxReady,
  type OptimisticRow,
} from '#outbox/index.ts'
import { Button } from '#ui/Button.tsx'
import { SkeletonLines } from '#ui/LoadState.tsx'
import { MaterialCard } from './MaterialCard.tsx'
import { materialKinds, moduleName, remarksFields, type MaterialsRow } from './material-kinds.ts'
import styles from './SpeechMaterialsScreen.module.css'

/** Page of a speaker's materials: a card for each of the three kinds, and remarks. */
export function SpeechMaterialsScreen() {
  const { t } = useTranslation('speech-materials')
  useDocumentTitle(t('title'))
  return (
    <Screen>
      <PageHeader title={t('title')} lead={t('lead')} />
      <ApprovedOnly module="speech_materials">
        {/* A user has one row at most. */}
        {([row] = [], asOfMs) => (
          <>
            <div className={styles.slots}>
              {materialKinds.map((kind) => (
                <MaterialCard key={kind} kind={kind} row={row} />
              ))}
            </div>
            <p className={styles.note}>{t('note')}</p>
            <Remarks row={row} asOfMs={asOfMs} />
          </>
        )}
      </ApprovedOnly>
    </Screen>
  )
}

/** Remarks to the organisers about the materials. Unlike files, they are sent through the outbox, also offline. */
function Remarks({
  row,
  asOfMs,
}: {
  row: MaterialsRow | undefined
  /** When the row was requested, by the device's clock. */
  asOfMs: number
}) {
  const { t } = useTranslation('speech-materials')
  const entries = useEntries()
  const isOutboxReady = useIsOutboxReady()
  const [mode, setMode] = useState<'view' | 'form' | 'sent'>('view')
  const optimistic = toOptimisticRow(
    row,
    row
      ? entries.filter(({ module }) => module === moduleName)
      : listEntriesWithoutRow(entries, moduleName, asOfMs),
  )
  const isFormShown = mode === 'form' || optimistic.entry?.state === 'rejected'
  return (
    <Section title={t('remarks.title')}>
      {!isOutboxReady ? (
        <SkeletonLines lines={2} />
      ) : isFormShown ? (
        <RemarksForm row={optimistic} onSent={() => setMode('sent')} onBack={() => setMode('view')} />
      ) : (
        <RemarksView remarks={optimistic} wasSent={mode === 'sent'} onEdit={() => setMode('form')} />
      )}
    </Section>
  )
}

function RemarksForm(props: { row: OptimisticRow<MaterialsRow>; onSent: () => void; onBack: () => void }) {
  const { t } = useTranslation('speech-materials')
  const draft = useDraft<Values>(moduleName)
  return (
    <ParticipantForm
      module={moduleName}
      shape={speechMaterials}
      fields={remarksFields}
      draft={draft}
      label={t('remarks.title')}
      sendLabel={t('remarks.send')}
      formatTitle={() => t('remarks.title')}
      formPath={() => '/user/materials'}
      {...props}
    >
      {(form) =>
        remarksFields.map((name) => <FormField key={name} form={form} name={name} help={t('remarks.help')} />)
      }
    </ParticipantForm>
  )
}

function RemarksView({
  remarks: { row, entry, values },
  wasSent,
  onEdit,
}: {
  remarks: OptimisticRow<MaterialsRow>
  /** True when the form was replaced by this view: it takes the focus. */
  wasSent: boolean
  onEdit: () => void
}) {
  const { t } = useTranslation('speech-materials')
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (wasSent) container.current?.focus()
  }, [wasSent])
  const hasText = remarksFields.some((name) => typeof values[name] === 'string' && values[name] !== '')
  return (
    <div ref={container} tabIndex={-1}>
      {/* Later the row has the remarks, and a receipt is no news. */}
      {entry && (wasSent || entry.state !== 'done' || !row) && <EntryStatusNotice entry={entry} />}
      {hasText && <ValueList shape={speechMaterials} fields={remarksFields} values={values} />}
      <Button onClick={onEdit}>{t(hasText ? 'remarks.change' : 'remarks.add')}</Button>
    </div>
  )
}
