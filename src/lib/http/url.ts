import { InvalidUrlError } from './errors.ts'

export type ParamValue = string | number | boolean | undefined | null
export type Params = Readonly<Record<string, ParamValue | readonly string[]>>

/**
 * The full address of a call: a path goes under the API base, an absolute address stays as it is.
 * @throws InvalidUrlError when the address is no string
 */
export function buildUrl(url: unknown, params: Params | undefined, base: URL): URL {
  if (typeof url !== 'string') throw new InvalidUrlError(url)
  const address = /^https?:\/\//i.test(url) ? new URL(url) : underBase(url, base)
  for (const [name, value] of Object.entries(params ?? {})) {
    const values = Array.isArray(value) ? value : [value]
    for (const one of values) {
      if (one !== undefined && one !== null) address.searchParams.append(name, String(one))
    }
  }
  return address
}

/** A relative address must not climb out of the API base, or `//host` would name another host. */
function underBase(url: string, base: URL): URL {
  return new URL(`${base.pathname.replace(/\/$/, '')}/${url.replace(/^[/\\]+/, '')}`, base.origin)
}

/** True when an address is ours, so that it may be given the token. */
export function isSameOriginUrl(address: URL, base: URL): boolean {
  return address.origin === base.origin
}

/** Path and query, by which answers are known in page data and memories. */
export function pathAndQuery(address: URL): string {
  return address.pathname + address.search
}
