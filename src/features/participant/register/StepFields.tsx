import { useTranslation } from 'react-i18next'
import { FieldFrame, FormField, type ModuleForm } from '#forms/index.ts'
import { ProgrammeFields } from './ProgrammeFields.tsx'
import type { FormStep } from './steps.ts'
import type { RegistrationRow } from './use-active-registration.ts'
import { PhotoControl } from './photo/PhotoControl.tsx'
import { PhotoExamples } from './photo/PhotoExample.tsx'
import type { RegistrationOptions } from './use-registration-options.ts'

/** Values of the `autocomplete` attribute by field. */
const autoCompleteByField: Readonly<Record<string, string>> = {
  realname: 'name',
  country: 'country-name',
  city: 'address-level2',
  company: 'organization',
  position: 'organization-title',
}

/** Shows the fields of one step. */
export function StepFields({
  step,
  fields,
  form,
  choices,
  original,
}: {
  step: FormStep
  fields: readonly string[]
  form: ModuleForm
  choices: RegistrationOptions
  /** The registration being changed. */
  original?: RegistrationRow | undefined
}) {
  const { t } = useTranslation('register')
  if (step === 'choices') return <ProgrammeFields form={form} choices={choices} />
  if (step === 'photo')
    return (
      <>
        <PhotoExamples />
        <FieldFrame form={form} name="photo" isGroup help={t('photo.help')}>
          {(control) => <PhotoControl {...control} storedPhoto={original?.['photo']} />}
        </FieldFrame>
      </>
    )
  return fields.map((name) => {
    const autoComplete = autoCompleteByField[name]
    return (
      <FormField
        key={name}
        form={form}
        name={name}
        {...(autoComplete !== undefined && { hints: { autoComplete } })}
        {...(name === 'id_number' && { help: t('idHelp') })}
      />
    )
  })
}
