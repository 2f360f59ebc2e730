/** Methods to sign in that have a form. */
export const signInMethods = ['password', 'code'] as const

export type SignInMethod = (typeof signInMethods)[number]

/** Search parameters of the sign-in page. */
export interface SignInSearch {
  /** Path and query to open afterwards. */
  redirectUrl?: string
  /** True to return to the previous page. */
  goBack?: boolean
  /** Password when absent. */
  way?: SignInMethod
}

/** Parses the search parameters; drops what does not fit. */
export function parseSignInSearch(search: Record<string, unknown>): SignInSearch {
  const { redirectUrl, goBack, way: method } = search
  const knownMethod = signInMethods.find((one) => one === method)
  return {
    ...(typeof redirectUrl === 'string' ? { redirectUrl } : {}),
    ...(goBack === true || goBack === 1 ? { goBack: true } : {}),
    ...(knownMethod === undefined ? {} : { way: knownMethod }),
  }
}
