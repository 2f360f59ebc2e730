import { useTranslation } from 'react-i18next'
import { OutboxLink } from '#features/outbox'
import { useIsSent } from '#features/participant-rows'
import { useCurrentUser } from '#lib/auth.ts'
import { CenterRow, CenterRows } from './CenterRows.tsx'
import { useOwnRegistration } from './registration-query.ts'

/** Everything of a person's own, by what it is about. */
export function CenterLinks() {
  const { t } = useTranslation('accounts')
  const user = useCurrentUser()
  const { data: registration } = useOwnRegistration()
  // Staff and media have no journey to plan here.
  const isStranger =
    user.id === undefined ||
    user.role === 'staff' ||
    user.role === 'organiser' ||
    (user.role === 'applicant' && registration?.module === 'staff_registrations')
  // Whether a member of staff has a grant, the page itself says.
  const worksInConsole = user.id !== undefined && (user.role === 'organiser' || user.role === 'staff')
  const hasOwnWords = user.id !== undefined && user.role !== 'organiser'
  return (
    <>
      {!isStranger && <AfterApprovalRows isLocked={user.role !== 'participant'} />}
      <CenterRows title={t('rows.forum')}>
        <CenterRow icon="star" label={t('rows.agenda')} to="/agenda" search={{ mine: true }} />
        <CenterRow icon="download" label={t('rows.downloads')} to="/download" />
        {hasOwnWords && <CenterRow icon="note" label={t('rows.notes')} to="/user/notes" />}
        {hasOwnWords && <CenterRow icon="question" label={t('rows.questions')} to="/qa/ask" />}
        <CenterRow icon="question" label={t('rows.qa')} to="/qa" />
      </CenterRows>
      <CenterRows title={t('rows.account')}>
        <CenterRow icon="lock" label={t('password.title')} to="/user/password" />
        {worksInConsole && (
          <CenterRow icon="lock" label={t('factor.title')} hint={t('factor.hint')} to="/user/second-factor" />
        )}
        <CenterRow icon="phone" label={t('signIns.title')} hint={t('signIns.hint')} to="/user/sign-ins" />
        <CenterRow icon="file" label={t('ownData.title')} hint={t('ownData.hint')} to="/user/data" />
        <OutboxLink />
        <CenterRow icon="download" label={t('rows.install')} to="/install" />
      </CenterRows>
    </>
  )
}

/** What opens with the approval. */
function AfterApprovalRows({ isLocked }: { isLocked: boolean }) {
  const { t } = useTranslation('accounts')
  const sent = {
    travel: useIsSent('travel_infos'),
    meetings: useIsSent('side_meetings'),
    materials: useIsSent('speech_materials'),
  }
  const stateOf = (row: keyof typeof sent) =>
    isLocked
      ? { hint: t('rows.locked'), isLocked }
      : { hint: sent[row] ? t('rows.sent') : undefined, isDone: sent[row] === true }
  return (
    <CenterRows title={t('rows.visit')}>
      <CenterRow icon="plane" label={t('rows.travel')} to="/user/travel" {...stateOf('travel')} />
      <CenterRow
        icon="calendar"
        label={t('rows.meetings')}
        to="/user/side-meetings"
        {...stateOf('meetings')}
      />
      <CenterRow icon="file" label={t('rows.materials')} to="/user/materials" {...stateOf('materials')} />
    </CenterRows>
  )
}
