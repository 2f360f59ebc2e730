import { page } from 'vitest/browser'
import { registrations } from '../../../contract/modules/registrations.ts'
import { staffRegistrations } from '../../../contract/modules/staff-registrations.ts'
import { labelOf, optionOf } from './pages.ts'
import { button, heading } from './roles.ts'
import { text } from './texts.ts'

// The form of both kinds of registration.

const both = { fields: { ...staffRegistrations.fields, ...registrations.fields } }

/** Returns the label of a field of either kind. */
export const label = (name: string): string => labelOf(both, name)

export const field = (name: string) => page.getByLabelText(label(name), { exact: true })
export const group = (name: string) => page.getByRole('group', { name: label(name), exact: false })
export const option = (name: string, value: string) =>
  page.getByRole('radio', { name: optionOf(both, name, value), exact: true })

/** Title of a step, where the focus is when it opens. */
export const step = (name: string) => heading(text(`register:steps.${name}.heading`), 1)
export const next = () => button(text('register:next'))

/** What a participant types about themselves. */
export const who = {
  realname: '李雷',
  id_number: 'E12345678',
  email: 'li@forum.example',
  country: '中国',
  city: '苏州',
} as const
