import { page } from 'vitest/browser'
import { labelOf, optionOf, type LabelledFields } from './pages.ts'
import { text } from './texts.ts'

const literal = (words: string): string => words.replaceAll(/[()（）+/]/g, String.raw`\$&`)

/** Creates locators for the controls of a module's form, by the names of its fields, in the language of the screen. */
export function formOf(definition: LabelledFields) {
  const label = (name: string) => labelOf(definition, name)
  const pattern = (name: string) => new RegExp(`^${literal(label(name))}( ?${text('forms:optional')})?$`)
  const isMany = (name: string) => definition.fields[name]?.type === 'enum_set'
  const choices = (name: string) =>
    page.getByRole(isMany(name) ? 'group' : 'radiogroup', { name: pattern(name) })
  return {
    label,
    /** A text, date or time field; the label of an optional field ends with that word. */
    field: (name: string) => page.getByLabelText(pattern(name)),
    choices,
    choice: (name: string, value: string) =>
      choices(name).getByRole(isMany(name) ? 'checkbox' : 'radio', {
        name: new RegExp(`^${literal(optionOf(definition, name, value))}`),
      }),
    /** The option of a yes/no field. */
    answer: (name: string, isYes: boolean) =>
      choices(name).getByRole('radio', { name: text(`forms:${isYes ? 'yes' : 'no'}`), exact: true }),
  }
}
