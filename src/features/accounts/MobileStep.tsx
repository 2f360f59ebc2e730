import { Button } from 'antd-mobile'
import { useRef, type ReactNode, type SubmitEvent } from 'react'
import { useUnsavedChanges } from '#lib/unsaved-work.ts'
import '#ui/antd-mobile.css'
import { CodeField } from './CodeField.tsx'
import { MobileField } from './MobileField.tsx'
import styles from './MobileStep.module.css'
import { useMobileStep } from './use-mobile-step.ts'

interface MobileStepProps {
  /** The number as it was typed: the screen's, so that it outlives this form. */
  mobile: string
  onMobile: (mobile: string) => void
  /** Word of the button. */
  submit: string
  /** Signed in: token and person are there, a new account included; the success was told. */
  onSignedIn: () => void | Promise<void>
  /** Above the button. */
  children?: ReactNode
}

/** A mobile and the code sent to it: signing in, and the first step of a registration. Needs the network, and says so. */
export function MobileStep({ mobile, onMobile, submit, onSignedIn, children }: MobileStepProps) {
  const mobileInput = useRef<HTMLInputElement>(null)
  const codeInput = useRef<HTMLInputElement>(null)
  const step = useMobileStep({ mobile, fields: { mobile: mobileInput, code: codeInput }, onSignedIn })
  useUnsavedChanges(mobile !== '' || step.code !== '')
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    step.submit()
  }
  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <MobileField ref={mobileInput} mobile={mobile} onMobile={onMobile} problem={step.problems.mobile} />
      <CodeField
        ref={codeInput}
        code={step.code}
        onCode={step.changeCode}
        problem={step.problems.code}
        sending={step.sending}
      />
      {children}
      <Button block type="submit" color="primary" size="large" shape="rounded" loading={step.isSigningIn}>
        {submit}
      </Button>
    </form>
  )
}
