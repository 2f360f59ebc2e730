import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Values } from '#contract/form/form-shape.ts'
import { sideMeetings } from '#contract/modules/side-meetings.ts'
import { ParticipantForm } from '#features/participant/participant-forms'
import { useLocale } from '#platform/locale.ts'
import { getDraftName, toOptimisticRow, useDraft } from '#outbox/index.ts'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { toText, type Application } from './applications.ts'
import { fields, MeetingFields } from './MeetingFields.tsx'
import { MeetingNotice } from './MeetingNotice.tsx'
import { formPath, newMeetingId } from './meetings-search.ts'
import { moduleName, type MeetingRow } from './queries.ts'

interface MeetingFormProps {
  /** Absent for a new application. */
  application?: Application
  onClose: () => void
}

/** The form of one meeting. For a new one the user first acknowledges a notice. */
export function MeetingForm({ application, onClose }: MeetingFormProps) {
  const { t } = useTranslation('side-meetings')
  const locale = useLocale()
  const draft = useDraft<Values>(getDraftName(moduleName, application?.formId ?? newMeetingId))
  const [isAcknowledged, setAcknowledged] = useState(false)
  if (!draft.isReady) return <SkeletonLines lines={6} />
  // A saved draft implies that the notice was acknowledged.
  if (!application && !draft.saved && !isAcknowledged)
    return <MeetingNotice onAcknowledge={() => setAcknowledged(true)} onBack={onClose} />
  return (
    <ParticipantForm
      module={moduleName}
      shape={sideMeetings}
      fields={fields}
      row={application ?? toOptimisticRow<MeetingRow>(undefined, [])}
      draft={draft}
      label={t('form')}
      sendLabel={t(application?.row ? 'send.change' : 'send.first')}
      formatTitle={(values) => `${sideMeetings.label[locale]} · ${toText(values, 'name')}`}
      formPath={(id) => `${formPath}?form=${encodeURIComponent(id)}`}
      onSent={onClose}
      onBack={onClose}
    >
      {(form) => <MeetingFields form={form} />}
    </ParticipantForm>
  )
}
