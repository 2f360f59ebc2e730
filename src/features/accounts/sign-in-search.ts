/** Ways to sign in that have a form. */
export const signInMethods = ['password', 'code'] as const

export type SignInMethod = (typeof signInMethods)[number]

/** Query of the sign-in page. */
export interface SignInSearch {
  /** Path and query to go to afterwards. */
  redirectUrl?: string
  /** True when the page before should be returned to. */
  goBack?: boolean
  /** By password when absent. */
  way?: SignInMethod
}

/** Reads the query; what does not fit is dropped. */
export function parseSignInSearch(search: Record<string, unknown>): SignInSearch {
  const { redirectUrl, goBack, way } = search
  const known = signInMethods.find((one) => one === way)
  return {
    ...(typeof redirectUrl === 'string' ? { redirectUrl } : {}),
    ...(goBack === true || goBack === 1 ? { goBack: true } : {}),
    ...(known === undefined ? {} : { way: known }),
  }
}
