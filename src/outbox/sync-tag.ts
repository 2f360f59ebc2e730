import { defaultLocale, locales, type Locale } from '#contract/locale.ts'

/** What the worker needs to know for sending. It may run without any page. */
export interface SyncTag {
  /** Path under which the API lives. */
  apiPath: string
  /** The user's language, for messages of the server. */
  locale: Locale
}

/** Begins the tags of the outbox: `outbox?apiPath=%2Fapi%2F&locale=en`. */
const prefix = 'outbox?'

/** Serializes to the tag of a sync event, which carries nothing else. Browsers register equal tags once. */
export const stringifySyncTag = ({ apiPath, locale }: SyncTag): string =>
  prefix + new URLSearchParams({ apiPath, locale }).toString()

/** Parses the tag of a sync event; undefined for tags of others. */
export function parseSyncTag(tag: string): SyncTag | undefined {
  if (!tag.startsWith(prefix)) return undefined
  const params = new URLSearchParams(tag.slice(prefix.length))
  const apiPath = params.get('apiPath')
  if (!apiPath) return undefined
  return { apiPath, locale: locales.find((one) => one === params.get('locale')) ?? defaultLocale }
}
