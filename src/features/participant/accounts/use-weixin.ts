import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError, getWeixinSignInUrl } from '#platform/api.ts'
import { notify } from '#platform/notices.ts'
import type { SignInSearch } from './sign-in-search.ts'
import { signInByWeixin } from './sign-in.ts'

/** Route that WeChat redirects to. */
const signInPage = '/user/login'

/**
 * Sign-in by WeChat: returns the URL to open, and handles the result in the fragment when WeChat redirects back.
 * When no user is linked to the WeChat account, the user signs in by another method. After that the page calls
 * `linkAccount`.
 */
export function useWeixin(
  search: SignInSearch,
  { onSignedIn, onLinkNeeded }: { onSignedIn: () => Promise<void>; onLinkNeeded: () => void },
) {
  const { t } = useTranslation('sign-in')
  const methods = useQuery({
    queryKey: ['signInWays'],
    queryFn: ({ signal }) => api.signInMethods({ signal }),
    meta: { quiet: true },
  })
  /** WeChat's code for an account that is not linked yet. */
  const codeToLink = useRef<string>(undefined)
  const handleCallback = useEffectEvent(async () => {
    const callback = consumeWeixinCallback()
    if (!callback) return
    if (callback.code === undefined)
      return notify({ kind: 'danger', title: t('signIn.failed'), text: t('weixin.failed') })
    try {
      // The sign-in screen shows the second step.
      if ((await signInByWeixin(callback.code)) === 'partial') return undefined
    } catch (error) {
      const text = error instanceof ApiError ? error.msg : t('weixin.failed')
      notify({ kind: 'danger', title: t('signIn.failed'), text })
      if (!(error instanceof ApiError && error.key === 'weixin.not_linked')) return
      codeToLink.current = callback.code
      return onLinkNeeded()
    }
    notify({ kind: 'success', title: t('signIn.done') })
    await onSignedIn()
  })
  useEffect(() => void handleCallback(), [])
  return {
    /** Absent when the forum has no WeChat app. */
    signInUrl: methods.data?.weixin ? getWeixinSignInUrl(buildReturnPath(search), getScope()) : undefined,
    /** Links the WeChat account to the signed-in user; does nothing when there is none to link. */
    linkAccount: async () => {
      const code = codeToLink.current
      if (code === undefined) return
      codeToLink.current = undefined
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

/** Returns the path to which WeChat redirects: the sign-in page with the user's destination. */
function buildReturnPath({ redirectUrl }: SignInSearch): string {
  return redirectUrl === undefined
    ? signInPage
    : `${signInPage}?${new URLSearchParams({ redirectUrl }).toString()}`
}

/** Returns WeChat's scope. Its own browser knows the user; elsewhere the user scans a QR code with the app. */
function getScope(): 'snsapi_base' | 'snsapi_login' {
  return /MicroMessenger/i.test(navigator.userAgent) ? 'snsapi_base' : 'snsapi_login'
}

/** The result with which WeChat redirected back. */
interface WeixinCallback {
  /** Absent when the user or WeChat has refused. */
  code?: string
}

/** Reads the result and removes it from the URL's fragment, so that it is used once and not shown. */
function consumeWeixinCallback(): WeixinCallback | undefined {
  const callback = parseWeixinCallback(location.hash)
  if (callback) history.replaceState(history.state, '', location.pathname + location.search)
  return callback
}

/** Parses `#weixin_code=…` or `#weixin_error=…`; undefined for any other fragment. */
function parseWeixinCallback(fragment: string): WeixinCallback | undefined {
  const params = new URLSearchParams(fragment.slice(1))
  const code = params.get('weixin_code')
  if (code) return { code }
  return params.has('weixin_error') ? {} : undefined
}
