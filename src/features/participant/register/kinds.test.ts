import { expect, test } from 'vitest'
import { participantKind, staffKind } from './kinds.ts'

test.each([participantKind, staffKind])(
  'the steps of $name have every field of the form, once',
  ({ definition, steps }) => {
    const formFields = Object.keys(definition.fields).filter((key) => definition.fields[key]?.surfaces.form)
    expect(steps.flatMap(({ fields }) => fields).toSorted()).toEqual(formFields.toSorted())
  },
)
