import { Button } from 'antd-mobile'
import { useRef, type ReactNode, type SubmitEvent } from 'react'
import { useUnsavedChanges } from '#platform/unsaved-work.ts'
import '#ui/antd-mobile.css'
import { CodeField } from './CodeField.tsx'
import { MobileField } from './MobileField.tsx'
import styles from './MobileStep.module.css'
import { useMobileStep } from './use-mobile-step.ts'

interface MobileStepProps {
  /** The number as typed. The parent holds it, so that it survives when this form unmounts. */
  mobile: string
  onMobile: (mobile: string) => void
  /** Label of the button. */
  submitLabel: string
  /** Called once token and user are set, also for a new account. The success toast is shown already. */
  onSignedIn: () => void | Promise<void>
  /** Shown above the button. */
  children?: ReactNode
}

/** Signs in with a mobile number and a code; also the first step of a registration. Warns when there is no network. */
export function MobileStep({ mobile, onMobile, submitLabel, onSignedIn, children }: MobileStepProps) {
  const mobileInput = useRef<HTMLInputElement>(null)
  const codeInput = useRef<HTMLInputElement>(null)
  const step = useMobileStep({ mobile, inputs: { mobile: mobileInput, code: codeInput }, onSignedIn })
  useUnsavedChanges(mobile !== '' || step.code !== '')
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    step.submit()
  }
  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      <MobileField ref={mobileInput} mobile={mobile} onMobile={onMobile} error={step.errors.mobile} />
      <CodeField
        ref={codeInput}
        code={step.code}
        onCode={step.changeCode}
        error={step.errors.code}
        sending={step.sending}
      />
      {children}
      <Button block type="submit" color="primary" size="large" shape="rounded" loading={step.isSigningIn}>
        {submitLabel}
      </Button>
    </form>
  )
}
