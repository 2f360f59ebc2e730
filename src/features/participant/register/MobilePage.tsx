import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MobileStep } from '#features/participant/accounts'
import { Screen } from '#ui/Screen.tsx'
import type { Step } from './steps.ts'
import type { RegistrationKind } from './kinds.ts'
import { StepHead } from './StepHead.tsx'

/**
 * The first step: the mobile number with its code creates the account or finds it. A user whose sign-in ended returns
 * to their step.
 */
export function MobilePage({ kind, nextStep }: { kind: RegistrationKind; nextStep: Step }) {
  const { t } = useTranslation('register')
  const navigate = useNavigate()
  const [mobile, setMobile] = useState('')
  const step = nextStep === 'mobile' ? 'who' : nextStep
  const lead = nextStep === 'mobile' ? t('steps.mobile.lead') : t('steps.mobile.again')
  return (
    <Screen>
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
