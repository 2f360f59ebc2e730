import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError, getWeixinSignInUrl } from '#lib/api.ts'
import { notify } from '#lib/notices.ts'
import type { SignInSearch } from './sign-in-search.ts'
import { signInByWeixin } from './sign-in.ts'
import { consumeWeixinCallback } from './weixin-callback.ts'

/** Route that WeChat redirects to. */
const signInPage = '/user/login'

/**
 * Sign-in by WeChat: the URL to open, and the handling of the result in the fragment.
 * A WeChat account without a user is linked by `link`, which the page calls after another sign-in.
 */
export function useWeixin(
  search: SignInSearch,
  { goOn, linkFirst }: { goOn: () => Promise<void>; linkFirst: () => void },
) {
  const { t } = useTranslation('sign-in')
  const methods = useQuery({
    queryKey: ['signInWays'],
    queryFn: ({ signal }) => api.signInMethods({ signal }),
    meta: { quiet: true },
  })
  const toLink = useRef<string>(undefined)
  const comeBack = useEffectEvent(async () => {
    const callback = consumeWeixinCallback()
    if (!callback) return
    if (callback.code === undefined)
      return notify({ kind: 'danger', title: t('signIn.failed'), text: t('weixin.failed') })
    try {
      if ((await signInByWeixin(callback.code)) === 'partial') return undefined
    } catch (error) {
      const text = error instanceof ApiError ? error.msg : t('weixin.failed')
      notify({ kind: 'danger', title: t('signIn.failed'), text })
      if (!(error instanceof ApiError && error.key === 'weixin.not_linked')) return
      toLink.current = callback.code
      return linkFirst()
    }
    notify({ kind: 'success', title: t('signIn.done') })
    await goOn()
  })
  useEffect(() => void comeBack(), [])
  return {
    /** Absent when the forum has no WeChat app. */
    address: methods.data?.weixin ? getWeixinSignInUrl(backTo(search), getScope()) : undefined,
    link: async () => {
      const code = toLink.current
      if (code === undefined) return
      toLink.current = undefined
      try {
        await api.weixinLink({ code })
        notify({ kind: 'success', title: t('weixin.linked') })
      } catch (error) {
        // The user is signed in nevertheless.
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

/** WeChat's own browser knows the user; elsewhere they scan a QR code with it. */
function getScope(): 'snsapi_base' | 'snsapi_login' {
  return /MicroMessenger/i.test(navigator.userAgent) ? 'snsapi_base' : 'snsapi_login'
}
