import { checkForm, removeHiddenFields } from '../../contract/form/check-form.ts'
import { cleanValues } from '../../contract/form/clean-values.ts'
import type { FindRelatedRow, Values } from '../../contract/form/form-shape.ts'
import type { Locale } from '../../contract/locale.ts'
import { systemFields, type ModuleDefinition } from '../../contract/module-definition.ts'

/** A filled form: its stored values, and its issues by path. */
export interface FilledForm {
  kept: Values
  problems: Readonly<Record<string, string>>
}

/** Fills in a module's form and validates it as both sides do: cleaned, without hidden fields, all fields checked. */
export function fillIn(
  definition: ModuleDefinition,
  values: Values,
  related: FindRelatedRow = () => undefined,
  locale: Locale = 'en',
): FilledForm {
  const kept = removeHiddenFields(definition, cleanValues(definition, values), related)
  const own = new Set(Object.keys(definition.fields).filter((key) => !Object.hasOwn(systemFields, key)))
  const problems = checkForm(definition, kept, { writable: own, changed: own }, { related, locale })
  return { kept, problems: Object.fromEntries(problems.map(({ path, key }) => [path, key])) }
}
