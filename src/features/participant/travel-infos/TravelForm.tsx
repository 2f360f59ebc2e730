import { useTranslation } from 'react-i18next'
import type { Values } from '#contract/form/form-shape.ts'
import type { Locale } from '#contract/locale.ts'
import { travelInfos } from '#contract/modules/travel-infos.ts'
import { ParticipantForm } from '#features/participant/participant-forms'
import type { ParticipantRow } from '#features/participant/participant-rows'
import { useLocale } from '#platform/locale.ts'
import { useDraft, type OptimisticRow } from '#outbox/index.ts'
import { draftName, fields, clearDependentFields } from './travel-fields.ts'
import { TravelSections } from './TravelSections.tsx'

interface TravelFormProps {
  travel: OptimisticRow<ParticipantRow<'travel_infos'>>
  onSent: () => void
  /** Absent when there is no summary to return to. */
  onBack: (() => void) | undefined
  onTyped: () => void
}

/** Form of the travel information: arrival, hotel and meals. */
export function TravelForm({ travel, ...formProps }: TravelFormProps) {
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

/** `行程信息 · CA981` */
function formatTitle({ vehicle, vehicle_no: no }: Values, locale: Locale): string {
  const vehicleOption = travelInfos.fields.vehicle.options?.find(({ value }) => value === vehicle)
  const vehicleLabel = typeof no === 'string' && no !== '' ? no : vehicleOption?.label[locale]
  return [travelInfos.label[locale], vehicleLabel].filter(Boolean).join(' · ')
}
