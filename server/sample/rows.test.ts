import { expect, it } from 'vitest'
import { checkForm } from '#contract/form/check-form.ts'
import { cleanValues } from '#contract/form/clean-values.ts'
import type { FindRelatedRow } from '#contract/form/form-shape.ts'
import { moduleDefinitions } from '#contract/modules/index.ts'
import { sampleRows } from './rows.ts'

type Row = Readonly<Record<string, unknown>> & { id: string }
const rowsOf = new Map(Object.entries(sampleRows as unknown as Readonly<Record<string, readonly Row[]>>))
const related: FindRelatedRow = (module, id) => rowsOf.get(module)?.find((row) => row.id === id)

it.each([...rowsOf.keys()])('%s could be edited and saved as they are', (name) => {
  const definition = moduleDefinitions.find((one) => one.name === name)
  if (!definition) throw new Error(`the sample has rows of ${name}, which is no module`)
  const keys = Object.keys(definition.fields).filter((key) => definition.fields[key]?.surfaces.form)
  const all = new Set(keys)
  // Defaults are the engine's; the photos of people are stored when the rows are written.
  const added = Object.fromEntries(
    keys.map((key) => [
      key,
      definition.fields[key]?.type === 'image' ? 'photo' : definition.fields[key]?.default,
    ]),
  )
  const problems = (rowsOf.get(name) ?? []).flatMap((row) => {
    const values = { ...added, ...cleanValues(definition, row) }
    const found = checkForm(definition, values, { writable: all, changed: all }, { related, locale: 'en' })
    return found.map((problem) => ({ id: row.id, ...problem }))
  })
  expect(problems).toEqual([])
})
