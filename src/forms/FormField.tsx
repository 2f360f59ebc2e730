import { useTranslation } from 'react-i18next'
import { useRef, useState } from 'react'
import { isMultiValued, type FormField as Field } from '#contract/form/form-shape.ts'
import { useLocale } from '#platform/locale.ts'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Icon } from '#ui/Icon.tsx'
import { ChoiceList, type FieldChoice } from './ChoiceList.tsx'
import { FieldFrame, type ControlProps, Help, FieldErrorMessage } from './FieldFrame.tsx'
import { FileControl } from './FileControl.tsx'
import { TextControl, type TextHints } from './TextControl.tsx'
import { type FieldProps, useField } from './use-field.ts'
import styles from './SwitchControl.module.css'
import { addName, classifyConfirmKey, type AddNameResult } from './name-list.ts'
import nameListStyles from './NameListControl.module.css'
import textStyles from './TextControl.module.css'
import { isUnfinished, createUnfinished, withoutUnfinished } from './unfinished.ts'

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

/** Shows a boolean field as two radio buttons, neither chosen until the user answers. */
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

/** Shows a boolean field as a switch, off by default. The whole row is its label. Renders nothing while hidden. */
function SwitchControl(props: FieldProps) {
  return props.form.isVisible(props.name) ? <VisibleSwitch {...props} /> : null
}

function VisibleSwitch(fieldProps: FieldProps) {
  const { id, label, help, error, aria } = useField(fieldProps)
  return (
    <div className={styles.field}>
      <label className={styles.row} htmlFor={id}>
        <span className={styles.label}>{label}</span>
        <input
          id={id}
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox exposes its checked state itself
          role="switch"
          className={styles.switch}
          checked={fieldProps.form.values[fieldProps.name] === true}
          {...aria}
          onChange={(event) => fieldProps.form.set(fieldProps.name, event.target.checked)}
        />
      </label>
      <Help id={id}>{help}</Help>
      <FieldErrorMessage id={id}>{error}</FieldErrorMessage>
    </div>
  )
}

/** Maximum length of a name when the definition sets none, in characters. */
const defaultMaxLength = 200

/**
 * Field control for a list of names, each added with Enter or the button.
 * Text that is not added yet is not part of the list. The control shows a message, and the form stores the text as an
 * unfinished value.
 */
function NameListControl({ id, field, value, onChange, aria }: ControlProps) {
  const { t } = useTranslation('forms')
  /** Result of the last attempt to add a name; undefined once the user types or removes one. */
  const [result, setResult] = useState<AddNameResult>()
  const input = useRef<HTMLInputElement>(null)
  const { names, typedText } = readNames(value)
  const message = getMessage(result)
  const change = (list: readonly string[], newText: string) =>
    onChange(newText === '' ? list : createUnfinished(newText, list))
  const confirm = () => {
    const next = addName(names, typedText, field.of?.max ?? defaultMaxLength)
    setResult(next)
    input.current?.focus()
    if (next.kind === 'added') onChange(next.names)
  }
  const remove = (name: string) => {
    change(
      names.filter((one) => one !== name),
      typedText,
    )
    setResult(undefined)
    input.current?.focus()
  }
  return (
    <div className={nameListStyles.names}>
      {names.length > 0 && <NameList names={names} onRemove={remove} />}
      <div className={nameListStyles.entry}>
        <input
          ref={input}
          id={id}
          className={textStyles.input}
          value={typedText}
          autoComplete="off"
          enterKeyHint="done"
          {...aria}
          aria-describedby={[aria['aria-describedby'], `${id}-told`].filter(Boolean).join(' ')}
          onChange={(event) => {
            change(names, event.target.value)
            setResult(undefined)
          }}
          onKeyDown={(event) => {
            const { isComposing, keyCode } = event.nativeEvent
            const keyKind = classifyConfirmKey({ key: event.key, isComposing, keyCode })
            // Enter must not submit the form half filled in.
            if (keyKind !== 'confirm') return
            event.preventDefault()
            confirm()
          }}
        />
        <Button onClick={confirm} className={nameListStyles.add}>
          <Icon name="plus" size={20} />
          {t('names.add')}
        </Button>
      </div>
      <output
        id={`${id}-told`}
        className={result?.kind === 'added' ? nameListStyles.hidden : nameListStyles.message}
      >
        {message}
      </output>
    </div>
  )

  function getMessage(lastResult: AddNameResult | undefined): string {
    switch (lastResult?.kind) {
      case 'added':
        return t('names.added', { count: names.length })
      case 'repeated':
        return t('names.repeated', { name: lastResult.name })
      case 'too_long':
        return t('names.tooLong', { max: lastResult.max })
      default:
        return typedText.trim() === '' ? '' : t('names.unconfirmed')
    }
  }
}

/** Lists the added names, each with a button to remove it. */
function NameList({ names, onRemove }: { names: readonly string[]; onRemove: (name: string) => void }) {
  const { t } = useTranslation('forms')
  return (
    <ul className={nameListStyles.list}>
      {names.map((name) => (
        <li key={name} className={nameListStyles.name}>
          <span>{name}</span>
          <IconButton
            icon="close"
            variant="weak"
            label={t('names.remove', { name })}
            onClick={() => onRemove(name)}
          />
        </li>
      ))}
    </ul>
  )
}

/** Splits the value into the added names and the text that is not added yet. */
function readNames(value: unknown): { names: readonly string[]; typedText: string } {
  const list = withoutUnfinished(value)
  const unfinishedText = isUnfinished(value) ? value.$unfinished : ''
  return {
    names: Array.isArray(list) ? list.filter((name) => typeof name === 'string') : [],
    typedText: typeof unfinishedText === 'string' ? unfinishedText : '',
  }
}
