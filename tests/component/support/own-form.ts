import { page } from 'vitest/browser'
import { labelOf, optionOf, type LabelledFields } from './pages.ts'
import { text } from './texts.ts'

const literal = (words: string): string => words.replaceAll(/[()（）+/]/g, String.raw`\$&`)

/** Makes the controls of a module's form, by the names of its fields, for whichever language its screen is in. */
export function formOf(definition: LabelledFields) {
  const label = (name: string) => labelOf(definition, name)
  const pattern = (name: string) => new RegExp(`^${literal(label(name))}( ?${text('forms:optional')})?$`)
  const isMany = (name: string) => definition.fields[name]?.type === 'enum_set'
  const choices = (name: string) =>
    page.getByRole(isMany(name) ? 'group' : 'radiogroup', { name: pattern(name) })
  return {
    label,
    /** A line, date or time; the name of an optional one is followed by that word. */
    field: (name: string) => page.getByLabelText(pattern(name)),
    choices,
    choice: (name: string, value: string) =>
      choices(name).getByRole(isMany(name) ? 'checkbox' : 'radio', {
        name: new RegExp(`^${literal(optionOf(definition, name, value))}`),
      }),
    /** An answer to a question of yes or no. */
    answer: (name: string, isYes: boolean) =>
      choices(name).getByRole('radio', { name: text(`forms:${isYes ? 'yes' : 'no'}`), exact: true }),
  }
}
