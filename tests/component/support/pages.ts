import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type { ListData } from '../../../contract/envelope.ts'
import type { Locale } from '../../../contract/locale.ts'
import errorsInEnglish from '../../../locales/en/errors.json'
import errorsInChinese from '../../../locales/zh-CN/errors.json'
import { getLocale } from '#platform/locale.ts'
import type { Reply } from './network.ts'
import { openScreen, type OpenedScreen, type ScreenOptions } from './screen.tsx'

/** Opens a screen and waits for its title, because texts are not loaded at once on a screen with replies. */
export async function openPage(path: string, options: ScreenOptions = {}): Promise<OpenedScreen> {
  const screen = await openScreen(path, options)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  return screen
}

/** Returns the server's text of an error or field issue in the language of the screen. */
export function errorText(key: string): string {
  const texts: Readonly<Record<string, string>> = getLocale() === 'en' ? errorsInEnglish : errorsInChinese
  const text = texts[key]
  if (text === undefined) throw new Error(`no error text ${key}`)
  return text
}

/** The fields of a module or form with their labels. */
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

/** Returns the label of a field in the language of the screen. */
export const labelOf = ({ fields }: LabelledFields, name: string): string =>
  fields[name]?.label[getLocale()] ?? ''

/** Returns the label of an option in the language of the screen. */
export const optionOf = ({ fields }: LabelledFields, name: string, value: string): string =>
  fields[name]?.options?.find((option) => option.value === value)?.label[getLocale()] ?? ''

/** Gets a response of the sample forum, for a reply that differs from it in one point. */
export async function getSample<Data>(path: string): Promise<Data> {
  const answer = await fetch(`/api${path}`)
  return ((await answer.json()) as { data: Data }).data
}

/** Creates the reply of a list: all rows on one page, or the first page of more. */
export const listOf = (items: readonly object[], total = items.length): Reply => ({
  data: { items: [...items], page: 1, size: Math.max(items.length, 1), total } satisfies ListData<object>,
})

/** Creates the reply that rejects a field. */
export const refuseField = (path: string, key: string): Reply => ({
  status: 422,
  key: 'validation.failed',
  fields: [{ path, key, text: errorText(key) }],
})
