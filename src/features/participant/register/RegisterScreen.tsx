import { Navigate } from '@tanstack/react-router'
import { MyCenter } from '#platform/route-paths.ts'
import { useCurrentUser } from '#platform/auth.ts'
import { useEntryFor, useIsOutboxReady, type OutboxEntry } from '#outbox/index.ts'
import { LoadState } from '#ui/LoadState.tsx'
import { Screen } from '#ui/Screen.tsx'
import { FormLoading } from './FormLoading.tsx'
import type { Step } from './steps.ts'
import { listEditableSteps, type RegistrationKind } from './kinds.ts'
import { Landing } from './Landing.tsx'
import { MobilePage } from './MobilePage.tsx'
import { FormUnavailable } from './FormUnavailable.tsx'
import { useActiveRegistration } from './use-active-registration.ts'
import { RegistrationForm } from './RegistrationForm.tsx'

interface RegisterScreenProps {
  kind: RegistrationKind
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

/** States of an entry that will be sent without user action: the form has nothing left to do. */
const sendingStates: readonly OutboxEntry['state'][] = ['queued', 'sending', 'waiting', 'needs_auth']

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
