/** What WeChat led back with; without a code it failed. */
export interface WeixinAnswer {
  code?: string
}

/** Takes it out of the address's fragment, so that it is used once and shown nowhere. */
export function takeWeixinAnswer(): WeixinAnswer | undefined {
  const found = readWeixinAnswer(location.hash)
  if (found) history.replaceState(history.state, '', location.pathname + location.search)
  return found
}

/** @param fragment with its number sign */
export function readWeixinAnswer(fragment: string): WeixinAnswer | undefined {
  const said = new URLSearchParams(fragment.slice(1))
  const code = said.get('weixin_code')
  if (code) return { code }
  return said.has('weixin_error') ? {} : undefined
}
