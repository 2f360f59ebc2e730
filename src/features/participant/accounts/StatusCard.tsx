import { useSelector } from '@tanstack/react-store'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { reviewStates, type ReviewState, closedStates } from '#contract/modules/review.ts'
import type { OwnRowIds } from '#contract/row.ts'
import {
  findRowEntries,
  useEntries,
  discardEntry,
  submit,
  EntryStatus,
  needsDecision,
  useEntryFor,
  type OutboxEntry,
  NotStoredError,
} from '#outbox/index.ts'
import { useSubmission } from '#forms/index.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { confirmDialog } from '#ui/confirm-dialog.tsx'
import { MyCenter } from '#platform/routing.ts'
import { notify } from '#platform/notices.ts'
import { useLocalized } from '#platform/locale.ts'
import { LoadState, SkeletonLines } from '#ui/LoadState.tsx'
import { useIsSent } from '#features/participant/participant-rows'
import { RegistrationTimeline, buildTimeline } from './RegistrationTimeline.tsx'
import {
  useOwnRegistration,
  type RegistrationSummary,
  type RegistrationModule,
} from './registration-query.ts'
import styles from './StatusCard.module.css'

/** Status of the user's registration: its timeline, the organisers' note and the next step. */
export function StatusCard() {
  const { t } = useTranslation('accounts')
  return (
    <section className={styles.card} aria-labelledby="status-title">
      <h2 id="status-title" className={styles.title}>
        {t('status.title')}
      </h2>
      <StatusContent />
    </section>
  )
}

function StatusContent() {
  const { t } = useTranslation('accounts')
  const { data: registration, isError, refetch } = useOwnRegistration()
  const pendingEntry = usePendingEntry()
  if (registration) return <Registration registration={registration} />
  if (pendingEntry) return <PendingEntry entry={pendingEntry} />
  if (registration === undefined)
    return <LoadState failed={isError} retry={() => void refetch()} skeleton={<SkeletonLines lines={5} />} />
  return (
    <>
      <p>{t('status.none')}</p>
      <StatusActions />
    </>
  )
}

function Registration({ registration }: { registration: RegistrationSummary }) {
  const { t } = useTranslation('accounts')
  const pendingEntry = usePendingEntry()
  // Participants read what to do next, staff and media other texts.
  const keyGroup = registration.module === 'registrations' ? 'next' : 'staff'
  const state: ReviewState = reviewStates.find((one) => one === registration.status) ?? 'submitted'
  return (
    <>
      <RegistrationTimeline steps={buildTimeline(registration)} />
      <ReviewNote state={state} reason={registration.review_reason} />
      <p className={styles.text}>{t(`status.${keyGroup}.${state}`)}</p>
      {pendingEntry && <PendingEntry entry={pendingEntry} />}
      <StatusActions registration={{ ...registration, state }} />
    </>
  )
}

/** Returns the outbox entry of a registration that is not sent; undefined when there is none. */
function usePendingEntry(): OutboxEntry | undefined {
  const participant = useEntryFor('registrations')
  const staff = useEntryFor('staff_registrations')
  return [participant, staff].find((entry) => entry && entry.state !== 'done')
}

/** Status of the entry, with a link to what the user can do about it. */
function PendingEntry({ entry }: { entry: OutboxEntry }) {
  const { t } = useTranslation('accounts')
  const { state, deed, formPath } = entry
  const canCorrect = deed.kind !== 'action' && (state === 'rejected' || state === 'conflict')
  return (
    <>
      <EntryStatus entry={entry} />
      {needsDecision(entry) && (
        <Link
          to={canCorrect ? formPath : '/user/outbox'}
          className={`${buttonClass('filled')} ${styles.mend}`}
        >
          {t(canCorrect ? (state === 'conflict' ? 'status.choose' : 'status.mend') : 'status.outbox')}
        </Link>
      )}
    </>
  )
}

/** The organisers' note, until the registration is submitted again. */
function ReviewNote({ state, reason }: { state: ReviewState; reason: RegistrationSummary['review_reason'] }) {
  const { t } = useTranslation('accounts')
  const pick = useLocalized()
  const { text, locale } = pick(reason)
  if (!text || (state !== 'more_info' && state !== 'declined')) return null
  return (
    <div className={styles.note}>
      <h3 className={styles.noteTitle}>{t(`status.note.${state}`)}</h3>
      <p lang={locale}>{text}</p>
    </div>
  )
}

/** Route of the form of each kind. */
const formPaths = { registrations: '/register', staff_registrations: '/register/staff' } as const

/**
 * Actions on the registration; the next step is the only filled button. While it is under review there is no link to
 * the form.
 */
function StatusActions({
  registration,
}: {
  registration?: OwnRowIds & { module: RegistrationModule; state: ReviewState }
}) {
  const { t } = useTranslation('accounts')
  // Without a registration the link leads to the form of participants.
  const { module, state } = registration ?? { module: 'registrations', state: 'none' }
  const isTravelSent = useIsSent('travel_infos')
  const isApproved = state === 'approved' && module === 'registrations'
  const isActive = registration !== undefined && !closedStates.some((one) => one === registration.state)
  return (
    <div className={styles.actions}>
      {isApproved && isTravelSent === false && (
        <Link to="/user/travel" className={buttonClass('filled')}>
          {t('status.do.travel')}
        </Link>
      )}
      {isApproved && isTravelSent && (
        <Link to="/agenda" search={{ mine: true }} className={buttonClass('filled')}>
          {t('rows.agenda')}
        </Link>
      )}
      {state !== 'under_review' && (
        <Link
          to={formPaths[module]}
          search={isActive ? { step: 'review' } : {}}
          className={buttonClass(isFormNextStep(state) ? 'filled' : 'quiet')}
        >
          {t(`status.do.${state}`)}
        </Link>
      )}
      {isActive && <WithdrawRegistration registration={registration} />}
    </div>
  )
}

/** Returns whether the form is the next step, so that its link is the filled button. */
const isFormNextStep = (state: ReviewState | 'none') =>
  state === 'none' || state === 'more_info' || state === 'withdrawn'

/**
 * Button that withdraws a registration through the outbox, after a confirmation. Renders nothing while that is pending.
 */
function WithdrawRegistration({
  registration: { module, state, ...row },
}: {
  registration: OwnRowIds & { module: RegistrationModule; state: ReviewState }
}) {
  const { t } = useTranslation('accounts')
  const { id } = row
  const entries = findRowEntries(useEntries(), module, row)
  const { store, send } = useSubmission()
  const isBusy = useSelector(store, ({ kind }) => kind === 'saving')
  const isWithdrawing = entries.some(
    ({ deed, state }) => deed.kind === 'action' && deed.name === 'withdraw' && isUnfinished(state),
  )
  if (isWithdrawing) return null
  return (
    <Button busy={isBusy} onClick={() => void confirmAndWithdraw()}>
      {t('withdraw.do')}
    </Button>
  )

  async function confirmAndWithdraw(): Promise<void> {
    const isSure = await confirmDialog({
      title: t('withdraw.title'),
      // Withdrawing ends the approval, and with it the access to the pages for approved participants.
      text: t(state === 'approved' ? 'withdraw.approvedText' : 'withdraw.text'),
      yes: t('withdraw.yes'),
      no: t('withdraw.no'),
    })
    if (!isSure) return
    const result = await send(withdraw)
    if (result?.kind === 'refused')
      notify({ kind: 'danger', title: t('withdraw.failed'), text: result.entry.msg ?? '' })
    if (result?.kind !== 'idle') return
    if (!(result.failure instanceof NotStoredError)) throw result.failure
    notify({ kind: 'danger', title: t('withdraw.failed'), text: t('withdraw.notSent') })
  }

  async function withdraw(): Promise<{ entry: OutboxEntry }> {
    // Rejected changes are obsolete, and later entries would wait for them for ever.
    await Promise.all(entries.filter(needsDecision).map((entry) => discardEntry(entry.id)))
    const entry = await submit({
      module,
      entityId: id,
      deed: { kind: 'action', name: 'withdraw' },
      body: {},
      title: t('withdraw.do'),
      formPath: MyCenter,
    })
    return { entry }
  }
}

/** Returns whether an entry in this state is pending. */
const isUnfinished = (state: OutboxEntry['state']) => state !== 'done' && state !== 'rejected'
