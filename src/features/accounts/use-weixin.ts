import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError, getWeixinSignInUrl } from '#lib/api.ts'
import { notify } from '#lib/notices.ts'
import type { SignInSearch } from './sign-in-search.ts'
import { signInByWeixin } from './sign-in.ts'
import { consumeWeixinCallback } from './weixin-callback.ts'

/** Where WeChat leads back to. */
const signInPage = '/user/login'

/**
 * Signing in by WeChat: the way there, and what is brought back in the fragment. A WeChat that is linked to nobody is
 * linked by `link`, to be called when the person has signed in otherwise.
 */
export function useWeixin(
  search: SignInSearch,
  { goOn, linkFirst }: { goOn: () => Promise<void>; linkFirst: () => void },
) {
  const { t } = useTranslation('sign-in')
  const ways = useQuery({
    queryKey: ['signInWays'],
    queryFn: ({ signal }) => api.signInWays({ signal }),
    meta: { quiet: true },
  })
  const toLink = useRef<string>(undefined)
  const comeBack = useEffectEvent(async () => {
    const answer = consumeWeixinCallback()
    if (!answer) return
    if (answer.code === undefined)
      return notify({ kind: 'danger', title: t('signIn.failed'), text: t('weixin.failed') })
    try {
      if ((await signInByWeixin(answer.code)) === 'partial') return undefined
    } catch (error) {
      const text = error instanceof ApiError ? error.msg : t('weixin.failed')
      notify({ kind: 'danger', title: t('signIn.failed'), text })
      if (!(error instanceof ApiError && error.key === 'weixin.not_linked')) return
      toLink.current = answer.code
      return linkFirst()
    }
    notify({ kind: 'success', title: t('signIn.done') })
    await goOn()
  })
  useEffect(() => void comeBack(), [])
  return {
    /** Absent where the forum has no app at WeChat. */
    address: ways.data?.weixin ? getWeixinSignInUrl(backTo(search), scopeHere()) : undefined,
    link: async () => {
      const code = toLink.current
      if (code === undefined) return
      toLink.current = undefined
      try {
        await api.weixinLink({ code })
        notify({ kind: 'success', title: t('weixin.linked') })
      } catch (error) {
        // The person is signed in all the same.
        const text = error instanceof ApiError ? error.msg : t('weixin.failed')
        notify({ kind: 'warning', title: t('weixin.notLinked'), text })
      }
    },
  }
}

function backTo({ redirectUrl }: SignInSearch): string {
  return redirectUrl === undefined
    ? signInPage
    : `${signInPage}?${new URLSearchParams({ redirectUrl }).toString()}`
}

/** Inside WeChat the person's own one is known; elsewhere a QR code is read with it. */
function scopeHere(): 'snsapi_base' | 'snsapi_login' {
  return /MicroMessenger/i.test(navigator.userAgent) ? 'snsapi_base' : 'snsapi_login'
}
