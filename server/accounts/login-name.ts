/** Longest login: the longest e-mail address (RFC 5321). */
const longestLogin = 254

/** What a login is, for the operator. */
export const loginRule = `a login has 1 to ${longestLogin} characters and no blanks`

/** A login as it is kept and looked up: without blanks around it, in lower case. */
export function normalizeLogin(login: string): string {
  return login.trim().normalize('NFKC').toLowerCase()
}

/** True when an account may have this login. */
export function isLogin(login: string): boolean {
  const name = normalizeLogin(login)
  return name !== '' && !/\s/.test(name) && name.length <= longestLogin
}
