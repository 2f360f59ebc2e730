import { useTranslation } from 'react-i18next'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useId, type ReactNode } from 'react'
import { locales, type Locale } from '#contract/locale.ts'
import { useSignOut, OutboxLink } from '#features/participant/outbox'
import { useDocumentTitle } from '#platform/forum.ts'
import { useCurrentUser } from '#platform/auth.ts'
import { Button } from '#ui/Button.tsx'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { useLocale, switchLocaleOrNotify } from '#platform/locale.ts'
import { setTheme, themeChoices, useTheme } from '#platform/theme.ts'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import { useIsSent } from '#features/participant/participant-rows'
import { signOut } from './sign-in.ts'
import { StatusCard } from './StatusCard.tsx'
import { useLeaveWhenSignedOut } from './CenterPage.tsx'
import styles from './UserCenterScreen.module.css'
import { useOwnRegistration } from './registration-query.ts'
import centerRowsStyles from './CenterRows.module.css'

/** The user centre: the user, the status of their registration, links to their pages, language and theme. */
export function UserCenterScreen() {
  const { t } = useTranslation('accounts')
  useDocumentTitle(t('center.title'))
  const user = useCurrentUser()
  const { requestSignOut, sheet: signOutSheet } = useSignOut(signOut)
  useLeaveWhenSignedOut()
  return (
    <Screen>
      <PageHeader title={t('center.title')} />
      <section className={styles.user}>
        <span className={styles.face}>
          <Icon name="user" size={28} />
        </span>
        <div>
          {/* At a start without network the token is known before its user. */}
          <p className={styles.name}>{user.id === undefined ? t('center.signedIn') : user.name}</p>
          {user.id !== undefined && <p className={styles.role}>{t(`role.${user.role}`)}</p>}
        </div>
      </section>
      {user.id !== undefined && user.role !== 'organiser' && <StatusCard />}
      <CenterLinks />
      <DeviceSettings />
      <Button onClick={() => void requestSignOut()}>
        <Icon name="signOut" size={20} />
        {t('center.signOut')}
      </Button>
      {signOutSheet}
    </Screen>
  )
}

/** Names of the languages, each in itself. */
const languageNames: Record<Locale, string> = { 'zh-CN': '中文', en: 'English' }

/** Language and theme of this device. */
function DeviceSettings() {
  const { t } = useTranslation('accounts')
  const locale = useLocale()
  const theme = useTheme()
  return (
    <section className={styles.settings}>
      <SegmentedControl
        title={t('center.language')}
        choices={locales.map((one) => ({ value: one, label: languageNames[one], lang: one }))}
        chosen={locale}
        onChoose={switchLocaleOrNotify}
      />
      <SegmentedControl
        title={t('center.theme')}
        choices={themeChoices.map((one) => ({ value: one, label: t(`theme.${one}`) }))}
        chosen={theme}
        onChoose={setTheme}
      />
    </section>
  )
}

/** Lists the user's pages by subject. */
function CenterLinks() {
  const { t } = useTranslation('accounts')
  const user = useCurrentUser()
  const { data: registration } = useOwnRegistration()
  // Travel, meetings and materials are not for staff and media, who have a registration of their own kind.
  const isPossibleParticipant =
    user.id !== undefined &&
    (user.role === 'participant' ||
      (user.role === 'applicant' && registration?.module !== 'staff_registrations'))
  // The device does not know grants, so staff without one see the link to the second factor too.
  const canUseConsole = user.id !== undefined && (user.role === 'organiser' || user.role === 'staff')
  const hasNotesAndQuestions = user.id !== undefined && user.role !== 'organiser'
  return (
    <>
      {isPossibleParticipant && <AfterApprovalRows isLocked={user.role !== 'participant'} />}
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

/** Links to the pages for approved participants. @param isLocked true before the approval */
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

/** A titled group of rows in the user centre. */
function CenterRows({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={centerRowsStyles.group} aria-labelledby={id}>
      <h2 id={id} className={centerRowsStyles.title}>
        {title}
      </h2>
      <div className={centerRowsStyles.list}>{children}</div>
    </section>
  )
}

/** A row that links to a page. A locked row links to the page too, which explains why. */
function CenterRow({
  icon,
  label,
  hint,
  isLocked = false,
  isDone = false,
  ...link
}: {
  icon: IconName
  label: string
  /** Small text under the label. */
  hint?: string | undefined
  /** True before the approval: the row shows a lock. */
  isLocked?: boolean
  /** True marks the hint with a check. */
  isDone?: boolean
} & Pick<LinkProps, 'to' | 'search'>) {
  return (
    <Link {...link} className={`${centerRowsStyles.row} ${isLocked ? centerRowsStyles.locked : ''}`}>
      <span className={centerRowsStyles.icon}>
        <Icon name={icon} />
      </span>
      <span className={centerRowsStyles.text}>
        <span className={centerRowsStyles.name}>{label}</span>
        {hint && (
          <span className={centerRowsStyles.hint}>
            {isDone && <Icon name="check" size={16} />} {hint}
          </span>
        )}
      </span>
      <span className={centerRowsStyles.end}>
        <Icon name={isLocked ? 'lock' : 'forward'} size={20} />
      </span>
    </Link>
  )
}
