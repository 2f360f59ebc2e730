import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type { ListData } from '../../../contract/envelope.ts'
import type { Locale } from '../../../contract/locale.ts'
import errorsInEnglish from '../../../locales/en/errors.json'
import errorsInChinese from '../../../locales/zh-CN/errors.json'
import { getLocale } from '#lib/locale.ts'
import type { Reply } from './network.ts'
import { openScreen, type OpenedScreen, type ScreenOptions } from './screen.tsx'

/** Opens a screen and waits for its title, and so for its texts, which a screen with replies does not have at once. */
export async function openPage(path: string, options: ScreenOptions = {}): Promise<OpenedScreen> {
  const screen = await openScreen(path, options)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  return screen
}

/** Text of a refusal or of a problem at a field, as the server says it in the language of the screen. */
export function errorText(key: string): string {
  const texts: Readonly<Record<string, string>> = getLocale() === 'en' ? errorsInEnglish : errorsInChinese
  const text = texts[key]
  if (text === undefined) throw new Error(`no error text ${key}`)
  return text
}

/** What a module or a form says of its fields. */
export interface LabelledFields {
  fields: Readonly<
    Record<
      string,
      {
        type?: string
        label: Readonly<Record<Locale, string>>
        options?: readonly { value: string; label: Readonly<Record<Locale, string>> }[]
      }
    >
  >
}

/** Label of a module's field in the language of the screen. */
export const labelOf = ({ fields }: LabelledFields, name: string): string =>
  fields[name]?.label[getLocale()] ?? ''

/** Label of one of the options of a module's field in the language of the screen. */
export const optionOf = ({ fields }: LabelledFields, name: string, value: string): string =>
  fields[name]?.options?.find((option) => option.value === value)?.label[getLocale()] ?? ''

/** Gets what the server says of the sample forum, for a reply that differs from it in one thing alone. */
export async function getSample<Data>(path: string): Promise<Data> {
  const answer = await fetch(`/api${path}`)
  return ((await answer.json()) as { data: Data }).data
}

/** A list's reply: all of its rows on one page, or the first of more. */
export const listOf = (items: readonly object[], total = items.length): Reply => ({
  data: { items: [...items], page: 1, size: Math.max(items.length, 1), total } satisfies ListData<object>,
})

/** The server refuses what was typed, at a field. */
export const refuseField = (path: string, key: string): Reply => ({
  status: 422,
  key: 'validation.failed',
  fields: [{ path, key, text: errorText(key) }],
})
