/** Query of the sign-in page. */
export interface SignInSearch {
  /** Path and query to go to afterwards. */
  redirectUrl?: string
  /** True when the page before should be returned to. */
  goBack?: boolean
}

/** Reads the query; what does not fit is dropped. */
export function parseSignInSearch(search: Record<string, unknown>): SignInSearch {
  const { redirectUrl, goBack } = search
  return {
    ...(typeof redirectUrl === 'string' ? { redirectUrl } : {}),
    ...(goBack === true || goBack === 1 ? { goBack: true } : {}),
  }
}
