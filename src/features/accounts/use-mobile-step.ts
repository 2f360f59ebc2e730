import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { codeDigits, type SmsLoginBody } from '#contract/calls.ts'
import { api, ApiError } from '#lib/api.ts'
import { notify } from '#lib/notices.ts'
import { readCode } from './code-text.ts'
import { signInByCode } from './sign-in.ts'
import { useCountdown } from './use-countdown.ts'

/** What is wrong, by field. */
export type StepProblems = Partial<Record<'mobile' | 'code', string>>

/** What the server refuses for what was asked, not because it is not well. */
const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && error.status < 500

interface StepParts {
  /** As it was typed. */
  mobile: string
  /** The inputs, to lead to what is wrong. */
  fields: Readonly<Record<'mobile' | 'code', RefObject<HTMLInputElement | null>>>
  onSignedIn: () => void | Promise<void>
}

/** Sends a code to a number and signs in by it; what is refused comes to its field. */
export function useMobileStep({ mobile, fields, onSignedIn }: StepParts) {
  const { t } = useTranslation('accounts')
  const countdown = useCountdown()
  const [code, setCode] = useState('')
  const [sentTo, setSentTo] = useState<string>()
  const [problems, setProblems] = useState<StepProblems>({})
  /** A code is sent on by itself once: a wrong one must not use up the tries. */
  const isSentOn = useRef(false)
  const tell = (field: keyof StepProblems, text: string) => {
    setProblems({ [field]: text })
    fields[field].current?.focus()
  }
  const missing = (label: string) => t('signIn.missing', { label })

  const sending = useMutation({
    mutationFn: async (to: string) => {
      try {
        countdown.start((await api.sendCode({ mobile: to })).resendAfterSeconds)
        setSentTo(to)
        setProblems({})
        setCode('')
        isSentOn.current = false
        fields.code.current?.focus()
      } catch (error) {
        if (!isRefusal(error)) throw error
        tell('mobile', error.fields[0]?.text ?? error.msg)
      }
    },
  })
  const attempt = useMutation({
    mutationFn: async (body: SmsLoginBody) => {
      try {
        await signInByCode(body)
      } catch (error) {
        if (!isRefusal(error)) throw error
        notify({ kind: 'danger', title: t('signIn.failed'), text: error.msg })
        return tell(
          error.fields[0]?.path === 'mobile' ? 'mobile' : 'code',
          error.fields[0]?.text ?? error.msg,
        )
      }
      setProblems({})
      const words = t('code.done')
      void import('./celebrate.tsx').then(({ celebrate }) => celebrate(words)).catch(() => undefined)
      return onSignedIn()
    },
  })
  const signIn = (captcha: string) => {
    if (mobile.trim() === '') return tell('mobile', missing(t('code.mobile')))
    if (captcha === '') return tell('code', missing(t('code.code')))
    if (!attempt.isPending) attempt.mutate({ mobile: mobile.trim(), captcha })
  }
  return {
    code,
    problems,
    sentTo,
    /** Seconds until another code can be sent. */
    waitSeconds: countdown.seconds,
    isSending: sending.isPending,
    isSigningIn: attempt.isPending,
    send: () => {
      if (mobile.trim() === '') return tell('mobile', missing(t('code.mobile')))
      if (!sending.isPending) sending.mutate(mobile.trim())
    },
    submit: () => signIn(code),
    changeCode: (text: string) => {
      const next = readCode(text)
      setCode(next)
      if (next.length < codeDigits || isSentOn.current || mobile.trim() === '') return
      isSentOn.current = true
      signIn(next)
    },
  }
}
