import { useTranslation } from 'react-i18next'
import type { Values } from '#contract/form/form-shape.ts'
import type { Locale } from '#contract/locale.ts'
import { travelInfos } from '#contract/modules/travel-infos.ts'
import { ParticipantForm } from '#features/participant-forms'
import type { ParticipantRow } from '#features/participant-rows'
import { useLocale } from '#lib/locale.ts'
import { useDraft, type OptimisticRow } from '#outbox/index.ts'
import { draftName, fields, clearDependentFields } from './travel-fields.ts'
import { TravelSections } from './TravelSections.tsx'

interface TravelFormProps {
  travel: OptimisticRow<ParticipantRow<'travel_infos'>>
  onSent: () => void
  /** Absent when there is nothing else to show. */
  onBack: (() => void) | undefined
  onTyped: () => void
}

/** How the person comes, where they sleep and what they eat. */
export function TravelForm({ travel, ...deeds }: TravelFormProps) {
  const { t } = useTranslation('travel-infos')
  const locale = useLocale()
  const draft = useDraft<Values>(draftName)
  return (
    <ParticipantForm
      module="travel_infos"
      shape={travelInfos}
      fields={fields}
      thing={travel}
      draft={draft}
      label={t('title')}
      sendLabel={t(travel.row ? 'send.change' : 'send.first')}
      titleOf={(values) => titleOf(values, locale)}
      formPath={() => '/user/travel'}
      settle={clearDependentFields}
      {...deeds}
    >
      {(form) => <TravelSections form={form} />}
    </ParticipantForm>
  )
}

/** `行程信息 · CA981` */
function titleOf({ vehicle, vehicle_no: no }: Values, locale: Locale): string {
  const means = travelInfos.fields.vehicle.options?.find(({ value }) => value === vehicle)
  const which = typeof no === 'string' && no !== '' ? no : means?.label[locale]
  return [travelInfos.label[locale], which].filter(Boolean).join(' · ')
}
