import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import type { ControlProps } from './FieldFrame.tsx'
import { addName, classifyConfirmKey, type AddNameResult } from './name-list.ts'
import styles from './NameListControl.module.css'
import text from './TextControl.module.css'
import { isUnfinished, createUnfinished, withoutUnfinished } from './unfinished.ts'

/** Maximum length of a name when the definition sets none, in characters. */
const defaultMaxLength = 200

/**
 * Field control for a list of names, each added with Enter or the button.
 * Text that is not added yet is not part of the list. The control shows a message, and the form stores the text as an
 * unfinished value.
 */
export function NameListControl({ id, field, value, onChange, aria }: ControlProps) {
  const { t } = useTranslation('forms')
  const [result, setResult] = useState<AddNameResult>()
  const input = useRef<HTMLInputElement>(null)
  const { names, typedText } = readNames(value)
  const message = getMessage(result)
  const change = (list: readonly string[], text: string) =>
    onChange(text === '' ? list : createUnfinished(text, list))
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
    <div className={styles.names}>
      {names.length > 0 && <NameList names={names} onRemove={remove} />}
      <div className={styles.entry}>
        <input
          ref={input}
          id={id}
          className={text.input}
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
            if (keyKind === 'confirm') event.preventDefault()
            if (keyKind === 'confirm') confirm()
          }}
        />
        <Button onClick={confirm} className={styles.add}>
          <Icon name="plus" size={20} />
          {t('names.add')}
        </Button>
      </div>
      <output id={`${id}-told`} className={result?.kind === 'added' ? styles.hidden : styles.message}>
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
    <ul className={styles.list}>
      {names.map((name) => (
        <li key={name} className={styles.name}>
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
