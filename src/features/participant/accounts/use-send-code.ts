import { useMutation } from '@tanstack/react-query'
import { useState, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { CodePurpose } from '#contract/api.ts'
import { api } from '#platform/api.ts'
import { isClientError } from './is-client-error.ts'

/** State of sending codes, as the field shows it. */
export interface SendCodeState {
  /** The number that received the last code. */
  sentTo: string | undefined
  /** Seconds until another code can be sent. */
  waitSeconds: number
  isSending: boolean
  send: () => void
}

/**
 * Sends codes to a mobile within the server's limits.
 * @param onRejected receives the text of what is wrong with the number
 */
export function useSendCode({
  mobile,
  purpose,
  onSent,
  onRejected,
}: {
  /** As typed. */
  mobile: string
  purpose: CodePurpose
  /** @param challenge must be sent with the code */
  onSent: (challenge: string) => void
  onRejected: (text: string) => void
}): SendCodeState {
  const { t } = useTranslation('sign-in')
  const countdown = useCountdown()
  const [sentTo, setSentTo] = useState<string>()
  const sending = useMutation({
    mutationFn: async (to: string) => {
      try {
        const { resendAfterSeconds, challenge } = await api.sendCode({ mobile: to, purpose })
        countdown.start(resendAfterSeconds)
        setSentTo(to)
        onSent(challenge)
      } catch (error) {
        if (!isClientError(error)) throw error
        onRejected(error.fields[0]?.text ?? error.msg)
      }
    },
  })
  return {
    sentTo,
    // Another number can receive a code at once: the first may have been a typing error.
    waitSeconds: mobile.trim() === sentTo ? countdown.seconds : 0,
    isSending: sending.isPending,
    send() {
      const to = mobile.trim()
      if (to === '') return onRejected(t('signIn.missing', { label: t('code.mobile') }))
      if (!sending.isPending) sending.mutate(to)
    },
  }
}

/** Interval between updates in milliseconds: short enough to show every second. */
const tickMs = 250

/**
 * Counts down the seconds of a wait; 0 when there is none.
 * It uses the clock, because background pages get few ticks. A clock set back does not prolong the wait.
 */
function useCountdown(): { seconds: number; start: (seconds: number) => void } {
  const [wait, setWait] = useState<{ untilMs: number; seconds: number }>()
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (!wait) return undefined
    const update = () => {
      const secondsLeft = Math.min(wait.seconds, Math.max(0, Math.ceil((wait.untilMs - Date.now()) / 1000)))
      setSeconds(secondsLeft)
      if (secondsLeft === 0) clearInterval(timer)
    }
    const timer = setInterval(update, tickMs)
    update()
    return () => clearInterval(timer)
  }, [wait])
  return { seconds, start: (next) => setWait({ untilMs: Date.now() + next * 1000, seconds: next }) }
}
