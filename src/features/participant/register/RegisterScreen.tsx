import { Navigate, Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useState } from 'react'
import { MyCenter } from '#platform/routing.ts'
import { useCurrentUser } from '#platform/auth.ts'
import { useEntryFor, useIsOutboxReady, type OutboxEntry } from '#outbox/index.ts'
import { LoadState, EmptyState } from '#ui/LoadState.tsx'
import { Screen, PageHeader } from '#ui/Screen.tsx'
import { useDocumentTitle, useForum } from '#platform/forum.ts'
import { buttonClass } from '#ui/Button.tsx'
import { MobileStep } from '#features/participant/accounts'
import { formatDateRange } from '#platform/forum-time.ts'
import { useLocale, useLocalized } from '#platform/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import { FormLoading, StepHead } from './StepHead.tsx'
import type { Step } from './steps.ts'
import { listEditableSteps, type RegistrationKind, participantKind, staffKind } from './kinds.ts'
import { useActiveRegistration } from './use-active-registration.ts'
import { RegistrationForm } from './RegistrationForm.tsx'
import styles from './Landing.module.css'
import stepIndicatorStyles from './StepIndicator.module.css'
import requirementListStyles from './RequirementList.module.css'
import kindTabsStyles from './KindTabs.module.css'

interface RegisterScreenProps {
  kind: RegistrationKind
  /** Step in the URL; absent for the landing page. */
  step?: Step | undefined
}

/** Registration of one kind: landing page, mobile step and form. A user with a registration sees its status instead. */
export function RegisterScreen({ kind, step }: RegisterScreenProps) {
  const user = useCurrentUser()
  if (user.id === undefined)
    return step ? <MobilePage kind={kind} nextStep={step} /> : <Landing kind={kind} />
  // The key resets all state when another user signs in.
  return <UserRegistration key={user.id} kind={kind} step={step} />
}

/** States of an entry that will reach the server without the form; at most the user must sign in again. */
const sendingStates: readonly OutboxEntry['state'][] = ['queued', 'sending', 'waiting', 'needs_auth']

/** Registration of a signed-in user, who has passed the mobile step. */
function UserRegistration({ kind, step }: RegisterScreenProps) {
  const user = useCurrentUser()
  const active = useActiveRegistration()
  const entry = useEntryFor(kind.definition.name)
  const isOutboxReady = useIsOutboxReady()
  if (user.id !== undefined && user.role === 'organiser') return <FormUnavailable reason="organiser" />
  if (active.kind === 'loading' || !isOutboxReady) return step ? <FormLoading /> : <Landing kind={kind} />
  if (active.kind === 'failed')
    return (
      <Screen>
        <LoadState failed retry={active.retry} />
      </Screen>
    )
  if (active.kind === 'active') {
    const { registrationKind, row } = active
    if (!step) return <Navigate to={MyCenter} replace />
    if (registrationKind !== kind) return <FormUnavailable reason="other" />
    if (!row) return <FormUnavailable reason="offline" />
    if (listEditableSteps(kind, row.status).length === 0) return <FormUnavailable reason="underReview" />
    return <RegistrationForm key={row.id} kind={kind} step={step === 'mobile' ? 'review' : step} row={row} />
  }
  if (entry?.deed.kind === 'create' && sendingStates.includes(entry.state))
    return <Navigate to="/register/success" search={{ kind: kind.name }} replace />
  if (!step) return <Landing kind={kind} />
  return <RegistrationForm kind={kind} step={step === 'mobile' ? 'who' : step} />
}

/**
 * Explains why the form is unavailable: organisers do not register, a registration of the other kind is active, it is
 * under review, or it is not on this device.
 */
function FormUnavailable({ reason }: { reason: 'organiser' | 'other' | 'offline' | 'underReview' }) {
  const { t } = useTranslation('register')
  useDocumentTitle(t(`notForYou.${reason}.title`))
  return (
    <Screen>
      <EmptyState
        level={1}
        title={t(`notForYou.${reason}.title`)}
        text={t(`notForYou.${reason}.text`)}
        action={
          <Link to={MyCenter} className={buttonClass('filled')}>
            {t('toCenter')}
          </Link>
        }
      />
    </Screen>
  )
}

/**
 * The first step: the mobile number with its code creates the account or finds it.
 * @param nextStep the requested step, to which a user whose sign-in has ended returns; `mobile` for a new registration
 */
function MobilePage({ kind, nextStep }: { kind: RegistrationKind; nextStep: Step }) {
  const { t } = useTranslation('register')
  const navigate = useNavigate()
  const [mobile, setMobile] = useState('')
  const step = nextStep === 'mobile' ? 'who' : nextStep
  const lead = nextStep === 'mobile' ? t('steps.mobile.lead') : t('steps.mobile.again')
  return (
    <Screen>
      {/* This step and the review are not among the kind's steps. */}
      <StepHead title={t('steps.mobile.heading')} lead={lead} number={1} count={kind.steps.length + 2} />
      <MobileStep
        mobile={mobile}
        onMobile={setMobile}
        submitLabel={t('next')}
        onSignedIn={() => navigate({ to: kind.path, search: { step }, replace: true })}
      />
    </Screen>
  )
}

/** Explains the registration and lists what to prepare, before the form opens. */
function Landing({ kind }: { kind: RegistrationKind }) {
  const { t } = useTranslation('register')
  const forum = useForum()
  const locale = useLocale()
  const pick = useLocalized()
  const isSignedIn = useCurrentUser().id !== undefined
  useDocumentTitle(t(`kinds.${kind.name}`))
  const leadParts = [
    formatDateRange(forum.startsOn, forum.endsOn, locale),
    pick(forum.city).text,
    pick(forum.venue).text,
  ]
  return (
    <Screen wide>
      <PageHeader title={t(`kinds.${kind.name}`)} lead={leadParts.filter(Boolean).join(' · ')} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <section className={styles.open} aria-labelledby="register-open">
            <h2 id="register-open" className={styles.openTitle}>
              {t('open.title')}
            </h2>
            <p>{t(`open.${kind.name}`)}</p>
            <div className={styles.actions}>
              <Link
                to={kind.path}
                search={{ step: isSignedIn ? 'who' : 'mobile' }}
                className={buttonClass('filled')}
              >
                {t('open.start')}
                <Icon name="forward" size={20} />
              </Link>
            </div>
          </section>
          <StepIndicator />
        </div>
        <div className={styles.column}>
          <RequirementList />
          <KindTabs kind={kind} />
        </div>
      </div>
    </Screen>
  )
}

/** Stages of a registration, as in the locale keys. Not the steps of the form. */
const stages = ['send', 'review', 'prepare', 'arrive'] as const

/** Shows the stages from form to badge as a line. */
function StepIndicator() {
  const { t } = useTranslation('register')
  return (
    <section aria-labelledby="register-steps">
      <h2 id="register-steps" className={stepIndicatorStyles.title}>
        {t('steps.title')}
      </h2>
      <ol className={stepIndicatorStyles.steps}>
        {stages.map((stage) => (
          <li key={stage} className={stepIndicatorStyles.step}>
            <h3 className={stepIndicatorStyles.name}>{t(`steps.${stage}.title`)}</h3>
            <p className={stepIndicatorStyles.text}>{t(`steps.${stage}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What to prepare, as in the locale keys. */
const requirements = ['mobile', 'email', 'id', 'photo', 'choices'] as const

/** Lists what to prepare before the form. */
function RequirementList() {
  const { t } = useTranslation('register')
  return (
    <section aria-labelledby="register-ready">
      <h2 id="register-ready" className={requirementListStyles.title}>
        {t('ready.title')}
      </h2>
      <ul className={requirementListStyles.list}>
        {requirements.map((requirement) => (
          <li key={requirement} className={requirementListStyles.item}>
            <span className={requirementListStyles.mark}>
              <Icon name="check" size={20} />
            </span>
            <span>
              <b className={requirementListStyles.name}>{t(`ready.${requirement}.title`)}</b>
              <span className={requirementListStyles.text}>{t(`ready.${requirement}.text`)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Cards of the two kinds: participants and staff. The card of the other kind links to its page. */
function KindTabs({ kind }: { kind: RegistrationKind }) {
  const { t } = useTranslation('register')
  return (
    <section aria-labelledby="register-paths">
      <h2 id="register-paths" className={kindTabsStyles.title}>
        {t('paths.title')}
      </h2>
      <div className={kindTabsStyles.paths}>
        {[participantKind, staffKind].map((one) => (
          <div key={one.name} className={kindTabsStyles.path}>
            <h3 className={kindTabsStyles.name}>{t(`paths.${one.name}.title`)}</h3>
            <p className={kindTabsStyles.text}>{t(`paths.${one.name}.text`)}</p>
            {one === kind ? (
              <p className={kindTabsStyles.current}>{t('paths.here')}</p>
            ) : (
              <Link to={one.path} className={kindTabsStyles.link}>
                {t('paths.go')}
              </Link>
            )}
          </div>
        ))}
      </div>
    </section>
  )
}
