import { useTranslation } from 'react-i18next'
import { OutboxLink } from '#features/participant/outbox'
import { useIsSent } from '#features/participant/participant-rows'
import { useCurrentUser } from '#platform/auth.ts'
import { CenterRow, CenterRows } from './CenterRows.tsx'
import { useOwnRegistration } from './registration-query.ts'

/** Lists the user's pages by subject. */
export function CenterLinks() {
  const { t } = useTranslation('accounts')
  const user = useCurrentUser()
  const { data: registration } = useOwnRegistration()
  // Staff and media registrations have no travel and no meetings.
  const isStaffOrMedia =
    user.id === undefined ||
    user.role === 'staff' ||
    user.role === 'organiser' ||
    (user.role === 'applicant' && registration?.module === 'staff_registrations')
  // Staff always see the link; the console itself checks for a grant.
  const canUseConsole = user.id !== undefined && (user.role === 'organiser' || user.role === 'staff')
  const hasNotesAndQuestions = user.id !== undefined && user.role !== 'organiser'
  return (
    <>
      {!isStaffOrMedia && <AfterApprovalRows isLocked={user.role !== 'participant'} />}
      <CenterRows title={t('rows.forum')}>
        <CenterRow icon="star" label={t('rows.agenda')} to="/agenda" search={{ mine: true }} />
        <CenterRow icon="download" label={t('rows.downloads')} to="/download" />
        {hasNotesAndQuestions && <CenterRow icon="note" label={t('rows.notes')} to="/user/notes" />}
        {hasNotesAndQuestions && <CenterRow icon="question" label={t('rows.questions')} to="/qa/ask" />}
        <CenterRow icon="question" label={t('rows.qa')} to="/qa" />
      </CenterRows>
      <CenterRows title={t('rows.account')}>
        <CenterRow icon="lock" label={t('password.title')} to="/user/password" />
        {canUseConsole && (
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

/** Pages for approved participants. */
function AfterApprovalRows({ isLocked }: { isLocked: boolean }) {
  const { t } = useTranslation('accounts')
  const isSentByRow = {
    travel: useIsSent('travel_infos'),
    meetings: useIsSent('side_meetings'),
    materials: useIsSent('speech_materials'),
  }
  const getRowState = (row: keyof typeof isSentByRow) =>
    isLocked
      ? { hint: t('rows.locked'), isLocked }
      : { hint: isSentByRow[row] ? t('rows.sent') : undefined, isDone: isSentByRow[row] === true }
  return (
    <CenterRows title={t('rows.visit')}>
      <CenterRow icon="plane" label={t('rows.travel')} to="/user/travel" {...getRowState('travel')} />
      <CenterRow
        icon="calendar"
        label={t('rows.meetings')}
        to="/user/side-meetings"
        {...getRowState('meetings')}
      />
      <CenterRow icon="file" label={t('rows.materials')} to="/user/materials" {...getRowState('materials')} />
    </CenterRows>
  )
}
