import { isClientError } from '#platform/api.ts'
import '#ui/antd-mobile.css'
import { Button } from 'antd-mobile'
import { useRef, type ReactNode, type SubmitEvent, useEffect, useState, type RefObject } from 'react'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { codeDigits, type SmsLoginBody } from '#contract/api.ts'
import { useUnsavedChanges } from '#platform/unsaved-work.ts'
import { notify } from '#platform/notices.ts'
import { CodeField, MobileField, useSendCode } from './CodeField.tsx'
import styles from './MobileStep.module.css'
import { signInByCode } from './sign-in.ts'

interface MobileStepProps {
  /** The number as typed. The parent stores it, so that it survives when this form unmounts. */
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

const signInPage = '/user/login'

/** Texts of errors by field. */
type StepErrors = Partial<Record<'mobile' | 'code', string>>

interface MobileStepOptions {
  /** The number as typed. */
  mobile: string
  /** The inputs, to focus the one with an error. */
  inputs: Readonly<Record<'mobile' | 'code', RefObject<HTMLInputElement | null>>>
  onSignedIn: () => void | Promise<void>
}

/** Navigates to the sign-in page for the second step. That page returns to the current URL afterwards. */
async function goToSecondStep({ state, navigate }: ReturnType<typeof useRouter>): Promise<void> {
  const { pathname, href } = state.location
  if (pathname !== signInPage) await navigate({ to: signInPage, search: { redirectUrl: href } })
}

interface AttemptOptions extends Pick<MobileStepOptions, 'onSignedIn'> {
  onRejected: (field: keyof StepErrors, text: string) => void
  /** Called when the sign-in is complete, before `onSignedIn`. */
  onAccepted: () => void
}

/**
 * Signs in with a code. A partial sign-in continues with the second step on the sign-in page, and calls nothing back.
 */
function useAttempt({ onRejected, onAccepted, onSignedIn }: AttemptOptions) {
  const { t } = useTranslation('sign-in')
  const router = useRouter()
  return useMutation({
    mutationFn: async (body: SmsLoginBody) => {
      try {
        if ((await signInByCode(body)) === 'partial') return goToSecondStep(router)
      } catch (error) {
        if (!isClientError(error)) throw error
        notify({ kind: 'danger', title: t('signIn.failed'), text: error.msg })
        // An error that is not about the number shows at the code.
        const [issue] = error.fields
        return onRejected(issue?.path === 'mobile' ? 'mobile' : 'code', issue?.text ?? error.msg)
      }
      onAccepted()
      const message = t('code.done')
      // Without network the toast's code may be missing. The sign-in is complete nevertheless.
      void import('./celebrate.tsx').then(({ celebrate }) => celebrate(message)).catch(() => undefined)
      return onSignedIn()
    },
  })
}

/** State of the form: sends a code to the number and signs in with it. Errors are shown at their fields. */
function useMobileStep({ mobile, inputs, onSignedIn }: MobileStepOptions) {
  const { t } = useTranslation('sign-in')
  const [code, setCode] = useState('')
  /** Text of the code field when a code was requested. The response clears it, but not what was typed since. */
  const replacedText = useRef('')
  const [errors, setErrors] = useState<StepErrors>({})
  /**
   * True once a code was submitted automatically. The next one needs the button, so that typing uses up no attempts.
   */
  const isSubmitted = useRef(false)
  /** Id of the last request for a code. */
  const challenge = useRef<string>(undefined)
  const showError = (field: keyof StepErrors, text: string) => {
    setErrors({ [field]: text })
    inputs[field].current?.focus()
  }
  const sending = useSendCode({
    mobile,
    purpose: 'sign_in',
    onSent(newChallenge) {
      challenge.current = newChallenge
      setErrors({})
      setCode((current) => (current === replacedText.current ? '' : current))
      isSubmitted.current = false
      inputs.code.current?.focus()
    },
    onRejected: (text) => showError('mobile', text),
  })
  const attempt = useAttempt({ onRejected: showError, onAccepted: () => setErrors({}), onSignedIn })
  /** @param captcha the code, by its name in the request body */
  const signIn = (captcha: string) => {
    const formatMissing = (label: string) => t('signIn.missing', { label })
    if (mobile.trim() === '') return showError('mobile', formatMissing(t('code.mobile')))
    if (captcha === '') return showError('code', formatMissing(t('code.code')))
    if (!attempt.isPending)
      attempt.mutate({
        mobile: mobile.trim(),
        captcha,
        ...(challenge.current !== undefined && { challenge: challenge.current }),
      })
  }
  const submitCode = (code: string) => {
    if (code.length < codeDigits || isSubmitted.current || mobile.trim() === '') return
    isSubmitted.current = true
    signIn(code)
  }
  // The text message may arrive before the response, and the code needs the challenge of the response.
  useEffect(() => {
    if (!sending.isSending) submitCode(code)
    // oxlint-disable-next-line react/exhaustive-deps -- when the response has arrived; later input is submitted as it is typed
  }, [sending.isSending])
  return {
    code,
    errors,
    sending: {
      ...sending,
      send() {
        replacedText.current = code
        sending.send()
      },
    },
    isSigningIn: attempt.isPending,
    submit: () => signIn(code),
    changeCode: (next: string) => {
      setCode(next)
      if (!sending.isSending) submitCode(next)
    },
  }
}
