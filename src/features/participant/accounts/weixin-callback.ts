/** What WeChat redirected with; without a code it failed. */
export interface WeixinCallback {
  code?: string
}

/** Reads the result and removes it from the URL's fragment, so that it is used once and not shown. */
export function consumeWeixinCallback(): WeixinCallback | undefined {
  const callback = parseWeixinCallback(location.hash)
  if (callback) history.replaceState(history.state, '', location.pathname + location.search)
  return callback
}

/** @param fragment including `#` */
export function parseWeixinCallback(fragment: string): WeixinCallback | undefined {
  const params = new URLSearchParams(fragment.slice(1))
  const code = params.get('weixin_code')
  if (code) return { code }
  return params.has('weixin_error') ? {} : undefined
}
