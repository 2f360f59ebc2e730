import { InvalidUrlError } from './errors.ts'

export type ParamValue = string | number | boolean | undefined | null
export type Params = Readonly<Record<string, ParamValue | readonly string[]>>

/**
 * Builds the full URL of a call. A path is resolved under the API base, an absolute URL stays as it is.
 * @throws InvalidUrlError when the URL is not a string
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

/** Resolves a relative path, which must not leave the API base: `//host` would name another host. */
function underBase(url: string, base: URL): URL {
  return new URL(`${base.pathname.replace(/\/$/, '')}/${url.replace(/^[/\\]+/, '')}`, base.origin)
}

/** Returns whether a URL has our origin, so that the token may be sent to it. */
export function isSameOriginUrl(address: URL, base: URL): boolean {
  return address.origin === base.origin
}

/** Returns path and query, the key of page data and cached responses. */
export function pathAndQuery(address: URL): string {
  return address.pathname + address.search
}
