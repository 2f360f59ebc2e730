import { defaultLocale, locales, type Locale } from '#contract/locale.ts'

/** What the worker cannot know by itself when it sends: it has no page to ask. */
export interface SyncTag {
  /** Path under which the API lives. */
  apiPath: string
  /** The person's language, for what the server says. */
  locale: Locale
}

const prefix = 'outbox?'

/** The task as the tag of a sync event, which is all that such an event carries. The same task is asked for once. */
export const stringifySyncTag = ({ apiPath, locale }: SyncTag): string =>
  prefix + new URLSearchParams({ apiPath, locale }).toString()

/** Undefined for a tag of something else. */
export function parseSyncTag(tag: string): SyncTag | undefined {
  if (!tag.startsWith(prefix)) return undefined
  const said = new URLSearchParams(tag.slice(prefix.length))
  const apiPath = said.get('apiPath')
  if (!apiPath) return undefined
  return { apiPath, locale: locales.find((one) => one === said.get('locale')) ?? defaultLocale }
}
