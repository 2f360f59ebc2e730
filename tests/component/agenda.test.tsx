import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from './support/screen.tsx'
import { text } from './support/texts.ts'

test('a forum without sessions says so', async () => {
  await openScreen('/agenda?view=list', { locale: 'en', network: { '/front/query/sessions/all': 'empty' } })
  await expect.element(page.getByText(text('agenda:empty_all'))).toBeVisible()
})

test('lists the day', async () => {
  await openScreen('/agenda?day=2023-09-06&view=list', { locale: 'en' })
  await expect.element(page.getByRole('link', { name: 'Panel: who pays for storage safety?' })).toBeVisible()
})
