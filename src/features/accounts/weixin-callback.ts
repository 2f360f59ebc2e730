/** What WeChat led back with; without a code it failed. */
export interface WeixinCallback {
  code?: string
}

/** Takes it out of the address's fragment, so that it is used once and shown nowhere. */
export function consumeWeixinCallback(): WeixinCallback | undefined {
  const found = parseWeixinCallback(location.hash)
  if (found) history.replaceState(history.state, '', location.pathname + location.search)
  return found
}

/** @param fragment with its number sign */
export function parseWeixinCallback(fragment: string): WeixinCallback | undefined {
  const said = new URLSearchParams(fragment.slice(1))
  const code = said.get('weixin_code')
  if (code) return { code }
  return said.has('weixin_error') ? {} : undefined
}
