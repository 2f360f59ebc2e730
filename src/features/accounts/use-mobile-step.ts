import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { codeDigits, type SmsLoginBody } from '#contract/api.ts'
import { notify } from '#lib/notices.ts'
import { isClientError } from './is-client-error.ts'
import { signInByCode } from './sign-in.ts'
import { useSendCode } from './use-send-code.ts'

const signInPage = '/user/login'

/** What is wrong, by field. */
type StepProblems = Partial<Record<'mobile' | 'code', string>>

interface StepParts {
  /** As it was typed. */
  mobile: string
  /** The inputs, to lead to what is wrong. */
  fields: Readonly<Record<'mobile' | 'code', RefObject<HTMLInputElement | null>>>
  onSignedIn: () => void | Promise<void>
}

/** The sign-in page has the second step, and leads back to where the first one was. */
async function goToSecondStep({ state, navigate }: ReturnType<typeof useRouter>): Promise<void> {
  const { pathname, href } = state.location
  if (pathname !== signInPage) await navigate({ to: signInPage, search: { redirectUrl: href } })
}

interface AttemptOptions extends Pick<StepParts, 'onSignedIn'> {
  onRefused: (field: keyof StepProblems, text: string) => void
  /** Called before what follows the sign-in. */
  onAccepted: () => void
}

/** Tries a code; a sign-in that needs a second step goes on there. */
function useAttempt({ onRefused, onAccepted, onSignedIn }: AttemptOptions) {
  const { t } = useTranslation('sign-in')
  const router = useRouter()
  return useMutation({
    mutationFn: async (body: SmsLoginBody) => {
      try {
        if ((await signInByCode(body)) === 'partial') return goToSecondStep(router)
      } catch (error) {
        if (!isClientError(error)) throw error
        notify({ kind: 'danger', title: t('signIn.failed'), text: error.msg })
        const [problem] = error.fields
        return onRefused(problem?.path === 'mobile' ? 'mobile' : 'code', problem?.text ?? error.msg)
      }
      onAccepted()
      const words = t('code.done')
      void import('./celebrate.tsx').then(({ celebrate }) => celebrate(words)).catch(() => undefined)
      return onSignedIn()
    },
  })
}

/** Sends a code to a number and signs in by it; what is refused comes to its field. */
export function useMobileStep({ mobile, fields, onSignedIn }: StepParts) {
  const { t } = useTranslation('sign-in')
  const [code, setCode] = useState('')
  /** What stood in the field when a code was asked for: the new one takes its place, not what was typed since. */
  const replaced = useRef('')
  const [problems, setProblems] = useState<StepProblems>({})
  /** A code is sent on by itself once: a wrong one must not use up the tries. */
  const isSentOn = useRef(false)
  const challenge = useRef<string>(undefined)
  const tell = (field: keyof StepProblems, text: string) => {
    setProblems({ [field]: text })
    fields[field].current?.focus()
  }
  const sending = useSendCode({
    mobile,
    purpose: 'sign_in',
    onSent(own) {
      challenge.current = own
      setProblems({})
      setCode((now) => (now === replaced.current ? '' : now))
      isSentOn.current = false
      fields.code.current?.focus()
    },
    onRefused: (text) => tell('mobile', text),
  })
  const attempt = useAttempt({ onRefused: tell, onAccepted: () => setProblems({}), onSignedIn })
  const signIn = (captcha: string) => {
    const missing = (label: string) => t('signIn.missing', { label })
    if (mobile.trim() === '') return tell('mobile', missing(t('code.mobile')))
    if (captcha === '') return tell('code', missing(t('code.code')))
    if (!attempt.isPending)
      attempt.mutate({
        mobile: mobile.trim(),
        captcha,
        ...(challenge.current !== undefined && { challenge: challenge.current }),
      })
  }
  const sendOn = (whole: string) => {
    if (whole.length < codeDigits || isSentOn.current || mobile.trim() === '') return
    isSentOn.current = true
    signIn(whole)
  }
  // The text may be on the phone before the answer is: the code waits for the challenge that goes with it.
  useEffect(() => {
    if (!sending.isSending) sendOn(code)
    // oxlint-disable-next-line react/exhaustive-deps -- when the answer is there; what is typed later is sent on as it is typed
  }, [sending.isSending])
  return {
    code,
    problems,
    sending: {
      ...sending,
      send() {
        replaced.current = code
        sending.send()
      },
    },
    isSigningIn: attempt.isPending,
    submit: () => signIn(code),
    changeCode: (next: string) => {
      setCode(next)
      if (!sending.isSending) sendOn(next)
    },
  }
}
