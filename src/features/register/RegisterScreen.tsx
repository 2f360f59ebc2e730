import { Navigate } from '@tanstack/react-router'
import { MyCenter } from '#lib/route-paths.ts'
import { useCurrentUser } from '#lib/auth.ts'
import { useEntryFor, useIsOutboxReady, type OutboxEntry } from '#outbox/index.ts'
import { LoadState } from '#ui/LoadState.tsx'
import { Screen } from '#ui/Screen.tsx'
import { FormLoading } from './FormLoading.tsx'
import type { Step } from './steps.ts'
import { editableSteps, type RegistrationKind } from './kinds.ts'
import { Landing } from './Landing.tsx'
import { MobilePage } from './MobilePage.tsx'
import { FormUnavailable } from './FormUnavailable.tsx'
import { useActiveRegistration } from './use-active-registration.ts'
import { RegistrationForm } from './RegistrationForm.tsx'

interface RegisterScreenProps {
  kind: RegistrationKind
  step?: Step | undefined
}

/** A way to register: what to have at hand, the mobile, then the form. Who has registered sees what became of it. */
export function RegisterScreen({ kind, step }: RegisterScreenProps) {
  const user = useCurrentUser()
  if (user.id === undefined) return step ? <MobilePage kind={kind} next={step} /> : <Landing kind={kind} />
  // What one person typed is none of the next one's.
  return <ForPerson key={user.id} kind={kind} step={step} />
}

/** States of an entry that goes out by itself: there is nothing more to fill in. */
const underWay: readonly OutboxEntry['state'][] = ['queued', 'sending', 'waiting', 'needs_auth']

function ForPerson({ kind, step }: RegisterScreenProps) {
  const user = useCurrentUser()
  const standing = useActiveRegistration()
  const entry = useEntryFor(kind.definition.name)
  const isReady = useIsOutboxReady()
  if (user.id !== undefined && user.role === 'organiser') return <FormUnavailable reason="organiser" />
  if (standing.kind === 'loading' || !isReady) return step ? <FormLoading /> : <Landing kind={kind} />
  if (standing.kind === 'failed')
    return (
      <Screen>
        <LoadState failed retry={standing.retry} />
      </Screen>
    )
  if (standing.kind === 'stands') {
    const { of, row } = standing
    if (!step) return <Navigate to={MyCenter} replace />
    if (of !== kind) return <FormUnavailable reason="other" />
    if (!row) return <FormUnavailable reason="offline" />
    if (editableSteps(kind, row.status).length === 0) return <FormUnavailable reason="underReview" />
    return <RegistrationForm key={row.id} kind={kind} step={step === 'mobile' ? 'review' : step} row={row} />
  }
  if (entry?.deed.kind === 'create' && underWay.includes(entry.state))
    return <Navigate to="/register/success" search={{ kind: kind.name }} replace />
  if (!step) return <Landing kind={kind} />
  return <RegistrationForm kind={kind} step={step === 'mobile' ? 'who' : step} />
}
