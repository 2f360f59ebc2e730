import { useTranslation } from 'react-i18next'
import { isMultiValued, type FormField as Field } from '#contract/form/form-shape.ts'
import { useLocale } from '#platform/locale.ts'
import { ChoiceList, type FieldChoice } from './ChoiceList.tsx'
import { FieldFrame, type ControlProps } from './FieldFrame.tsx'
import { FileControl } from './FileControl.tsx'
import { NameListControl } from './NameListControl.tsx'
import { SwitchControl } from './SwitchControl.tsx'
import { TextControl, type TextHints } from './TextControl.tsx'
import type { FieldProps } from './use-field.ts'

interface FormFieldProps extends FieldProps {
  /** Choices that the definition does not know: the rows of a relation, or a subset of its options. */
  choices?: readonly FieldChoice[]
  /** Hints for keyboards and password managers. */
  hints?: TextHints
}

/** Shows a field of a form with the control of its type. */
export function FormField({ choices, hints, ...frame }: FormFieldProps) {
  const { t } = useTranslation('forms')
  const locale = useLocale()
  const field = frame.form.field(frame.name)
  const options =
    choices ?? field.options?.map((option) => ({ value: option.value, label: option.label[locale] })) ?? []
  switch (getControlKind(field)) {
    case 'choices':
      return (
        <FieldFrame {...frame} isGroup>
          {(control) => <ChoiceList {...control} choices={options} />}
        </FieldFrame>
      )
    case 'yes_no':
      return (
        <FieldFrame {...frame} isGroup>
          {(control) => <YesNo {...control} yes={t('yes')} no={t('no')} />}
        </FieldFrame>
      )
    case 'switch':
      return <SwitchControl {...frame} />
    case 'names':
      return <FieldFrame {...frame}>{(control) => <NameListControl {...control} />}</FieldFrame>
    case 'file':
      return <FieldFrame {...frame}>{(control) => <FileControl {...control} />}</FieldFrame>
    default:
      return <FieldFrame {...frame}>{(control) => <TextControl {...control} hints={hints} />}</FieldFrame>
  }
}

/** Selects the control: a boolean with a default is a switch, one without is a yes/no question. */
function getControlKind(field: Field): 'choices' | 'yes_no' | 'switch' | 'names' | 'file' | 'text' {
  switch (field.type) {
    case 'enum':
    case 'enum_set':
    case 'relation':
      return 'choices'
    case 'boolean':
      return 'default' in field && field.default !== undefined ? 'switch' : 'yes_no'
    case 'list':
      return 'names'
    case 'file':
    case 'image':
      return 'file'
    default:
      return isMultiValued(field) ? 'choices' : 'text'
  }
}

function YesNo({ yes, no, value, onChange, ...control }: ControlProps & { yes: string; no: string }) {
  const choices = [
    { value: 'true', label: yes },
    { value: 'false', label: no },
  ]
  const chosen = typeof value === 'boolean' ? String(value) : undefined
  return (
    <ChoiceList
      {...control}
      choices={choices}
      value={chosen}
      onChange={(next) => onChange(next === 'true')}
    />
  )
}
