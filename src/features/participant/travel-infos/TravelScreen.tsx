import { useTranslation } from 'react-i18next'
import { useState } from 'react'
import type { Values } from '#contract/form/form-shape.ts'
import type { Locale } from '#contract/locale.ts'
import { travelInfos } from '#contract/modules/travel-infos.ts'
import {
  ApprovedOnly,
  ParticipantForm,
  Section,
  StayDateHint,
  getStayRange,
} from '#features/participant/participant-forms'
import { useDocumentTitle, useForum } from '#platform/forum.ts'
import { formatDateRange } from '#platform/forum-time.ts'
import { useLocale, useLocalized } from '#platform/locale.ts'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import type { FormFieldKey, ParticipantRow } from '#features/participant/participant-rows'
import {
  listEntriesWithoutRow,
  toOptimisticRow,
  useEntries,
  useIsOutboxReady,
  useDraft,
  type OptimisticRow,
} from '#outbox/index.ts'
import { SkeletonLines } from '#ui/LoadState.tsx'
import { FormField, type ModuleForm } from '#forms/index.ts'
import { TravelSummary } from './TravelSummary.tsx'
import { draftName, fields, clearDependentFields, sections, listStations } from './travel-fields.ts'

/** Page of a participant's travel information. */
export function TravelScreen() {
  const { t } = useTranslation('travel-infos')
  useDocumentTitle(t('title'))
  const forum = useForum()
  const locale = useLocale()
  const pick = useLocalized()
  const leadParts = [formatDateRange(forum.startsOn, forum.endsOn, locale), pick(forum.city).text]
  return (
    <Screen>
      <PageHeader title={t('title')} lead={leadParts.filter(Boolean).join(' · ')} />
      <ApprovedOnly module="travel_infos">
        {(rows, asOfMs) => <TravelInfo row={rows?.[0]} asOfMs={asOfMs} />}
      </ApprovedOnly>
    </Screen>
  )
}

/**
 * Shows the form until it is submitted, then a summary. The user can return to the form until organisers freeze the
 * row.
 */
function TravelInfo({
  row,
  asOfMs,
}: {
  row: ParticipantRow<'travel_infos'> | undefined
  /** When the row was requested, by the device's clock. */
  asOfMs: number
}) {
  const entries = useEntries()
  const isOutboxReady = useIsOutboxReady()
  const [isEditing, setEditing] = useState(false)
  const [wasSent, setSent] = useState(false)
  if (!isOutboxReady) return <SkeletonLines lines={6} />
  const travel = toOptimisticRow(
    row,
    row
      ? entries.filter(({ module }) => module === 'travel_infos')
      : listEntriesWithoutRow(entries, 'travel_infos', asOfMs),
  )
  const { entry } = travel
  const isRejected = entry?.state === 'rejected'
  const isFrozen = row?.is_frozen === true
  const isFormShown = !isFrozen && (isEditing || isRejected || (!row && !entry))
  if (isFormShown)
    return (
      <TravelForm
        travel={travel}
        onSent={() => {
          setEditing(false)
          setSent(true)
        }}
        // The user must correct a rejected entry, so its form has no way back to the summary.
        onBack={(row || entry) && !isRejected ? () => setEditing(false) : undefined}
        // Otherwise a row that loads later would replace the form, and with it what was typed.
        onTyped={() => setEditing(true)}
      />
    )
  return (
    <TravelSummary
      travel={travel}
      isFrozen={isFrozen}
      takesFocus={wasSent}
      onEdit={() => {
        setSent(false)
        setEditing(true)
      }}
    />
  )
}

interface TravelFormProps {
  travel: OptimisticRow<ParticipantRow<'travel_infos'>>
  onSent: () => void
  /** Absent when there is no summary to return to. */
  onBack: (() => void) | undefined
  onTyped: () => void
}

/** Form of the travel information: arrival, hotel and meals. */
function TravelForm({ travel, ...formProps }: TravelFormProps) {
  const { t } = useTranslation('travel-infos')
  const locale = useLocale()
  const draft = useDraft<Values>(draftName)
  return (
    <ParticipantForm
      module="travel_infos"
      shape={travelInfos}
      fields={fields}
      row={travel}
      draft={draft}
      label={t('title')}
      sendLabel={t(travel.row ? 'send.change' : 'send.first')}
      formatTitle={(values) => formatTitle(values, locale)}
      formPath={() => '/user/travel'}
      deriveFields={clearDependentFields}
      {...formProps}
    >
      {(form) => <TravelSections form={form} />}
    </ParticipantForm>
  )
}

/** Formats the title of an outbox entry: `行程信息 · CA981`, or the means of transport when there is no number. */
function formatTitle({ vehicle, vehicle_no: number }: Values, locale: Locale): string {
  const vehicleOption = travelInfos.fields.vehicle.options?.find(({ value }) => value === vehicle)
  const vehicleLabel = typeof number === 'string' && number !== '' ? number : vehicleOption?.label[locale]
  return [travelInfos.label[locale], vehicleLabel].filter(Boolean).join(' · ')
}

/** Shows the form's fields by section. Fields that do not apply are hidden. */
function TravelSections({ form }: { form: ModuleForm }) {
  const { t } = useTranslation('travel-infos')
  return sections.map(({ name, fields }) => (
    <Section key={name} title={t(`section.${name}`)}>
      {fields.map((field) => (
        <TravelField key={field} form={form} name={field} />
      ))}
    </Section>
  ))
}

/** Shows one field, with the label, hints or choices that depend on other fields or on the forum. */
function TravelField({ form, name }: { form: ModuleForm; name: FormFieldKey<'travel_infos'> }) {
  const { t } = useTranslation('travel-infos')
  const locale = useLocale()
  const stayRange = getStayRange(useForum())
  const { vehicle } = form.values
  switch (name) {
    case 'vehicle_no':
      return (
        <FormField
          form={form}
          name={name}
          label={t(vehicle === 'train' ? 'number.train' : 'number.fly')}
          hints={{ autoCapitalize: 'characters', autoComplete: 'off' }}
        />
      )
    case 'arrive_station': {
      const choices = listStations(vehicle).map(({ value, label }) => ({ value, label: label[locale] }))
      return <FormField form={form} name={name} choices={choices} />
    }
    case 'entry_at':
    case 'leave_at':
      return (
        <FormField
          form={form}
          name={name}
          hints={stayRange}
          help={<StayDateHint date={form.values[name]} />}
        />
      )
    case 'need_pickup_delivery':
      return <FormField form={form} name={name} help={t('help.pickup')} />
    default:
      return <FormField form={form} name={name} />
  }
}
