import { page, type Locator } from 'vitest/browser'
import { labelOf, optionOf, type LabelledFields } from './pages.ts'
import { text } from './texts.ts'

/** The controls of a module's form, by the names of its fields. */
export interface OwnForm {
  label: (name: string) => string
  /** A line, date or time; the name of an optional one is followed by that word. */
  field: (name: string) => Locator
  /** The choices of a field, one or several. */
  choices: (name: string) => Locator
  choice: (name: string, value: string) => Locator
  /** An answer to a question of yes or no. */
  answer: (name: string, isYes: boolean) => Locator
}

const literal = (words: string): string => words.replaceAll(/[()（）+/]/g, String.raw`\$&`)

/** Makes the form of a module, for whichever language its screen is in. */
export function formOf(definition: LabelledFields): OwnForm {
  const label = (name: string) => labelOf(definition, name)
  const pattern = (name: string) => new RegExp(`^${literal(label(name))}( ?${text('forms:optional')})?$`)
  const isMany = (name: string) => definition.fields[name]?.type === 'enum_set'
  const choices = (name: string) =>
    page.getByRole(isMany(name) ? 'group' : 'radiogroup', { name: pattern(name) })
  return {
    label,
    field: (name) => page.getByLabelText(pattern(name)),
    choices,
    choice: (name, value) =>
      choices(name).getByRole(isMany(name) ? 'checkbox' : 'radio', {
        name: new RegExp(`^${literal(optionOf(definition, name, value))}`),
      }),
    answer: (name, isYes) =>
      choices(name).getByRole('radio', { name: text(`forms:${isYes ? 'yes' : 'no'}`), exact: true }),
  }
}
