import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CodePurpose } from '#contract/api.ts'
import { api } from '#lib/api.ts'
import { isClientError } from './is-client-error.ts'
import { useCountdown } from './use-countdown.ts'

/** Sending codes, as a field for one shows it. */
export interface SendCodeState {
  /** The number that the last code went to. */
  sentTo: string | undefined
  /** Seconds until another one can be sent. */
  waitSeconds: number
  isSending: boolean
  send: () => void
}

/**
 * Sends codes to a mobile, as often as the server lets it.
 * @param onRefused is told in words what is wrong with the number
 */
export function useSendCode({
  mobile,
  purpose,
  onSent,
  onRefused,
}: {
  /** As it was typed. */
  mobile: string
  purpose: CodePurpose
  /** @param challenge goes with the code */
  onSent: (challenge: string) => void
  onRefused: (text: string) => void
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
        onRefused(error.fields[0]?.text ?? error.msg)
      }
    },
  })
  return {
    sentTo,
    // Another number may be sent a code at once: the first may have been mistyped.
    waitSeconds: mobile.trim() === sentTo ? countdown.seconds : 0,
    isSending: sending.isPending,
    send() {
      const to = mobile.trim()
      if (to === '') return onRefused(t('signIn.missing', { label: t('code.mobile') }))
      if (!sending.isPending) sending.mutate(to)
    },
  }
}
