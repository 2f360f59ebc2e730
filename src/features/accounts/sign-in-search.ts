/** Ways to sign in that have a form. */
export const signInWays = ['password', 'code'] as const

export type SignInWay = (typeof signInWays)[number]

/** Query of the sign-in page. */
export interface SignInSearch {
  /** Path and query to go to afterwards. */
  redirectUrl?: string
  /** True when the page before should be returned to. */
  goBack?: boolean
  /** By password when absent. */
  way?: SignInWay
}

/** Reads the query; what does not fit is dropped. */
export function parseSignInSearch(search: Record<string, unknown>): SignInSearch {
  const { redirectUrl, goBack, way } = search
  const known = signInWays.find((one) => one === way)
  return {
    ...(typeof redirectUrl === 'string' ? { redirectUrl } : {}),
    ...(goBack === true || goBack === 1 ? { goBack: true } : {}),
    ...(known === undefined ? {} : { way: known }),
  }
}
