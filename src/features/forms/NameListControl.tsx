import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import type { ControlProps } from './FieldFrame.tsx'
import { addName, isConfirmKey, type AddNameResult } from './name-list.ts'
import styles from './NameListControl.module.css'
import text from './TextControl.module.css'
import { isUnfinished, unfinished, withoutUnfinished } from './unfinished.ts'

/** Longest name where the definition sets no bound, in characters. */
const longestName = 200

/**
 * A list of names. Each is confirmed, with Enter or the button beside the field; what is typed and not confirmed is none
 * of them (T31), is said to be none, and lies with them in the form.
 */
export function NameListControl({ id, field, value, onChange, aria }: ControlProps) {
  const { t } = useTranslation('forms')
  const [outcome, setOutcome] = useState<AddNameResult>()
  const input = useRef<HTMLInputElement>(null)
  const { names, typed } = readNames(value)
  const told = describe(outcome)
  const tell = (list: readonly string[], text: string) =>
    onChange(text === '' ? list : unfinished(text, list))
  const confirm = () => {
    const next = addName(names, typed, field.of?.max ?? longestName)
    setOutcome(next)
    input.current?.focus()
    if (next.kind === 'added') onChange(next.names)
  }
  const remove = (name: string) => {
    tell(
      names.filter((one) => one !== name),
      typed,
    )
    setOutcome(undefined)
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
          value={typed}
          autoComplete="off"
          enterKeyHint="done"
          {...aria}
          aria-describedby={[aria['aria-describedby'], `${id}-told`].filter(Boolean).join(' ')}
          onChange={(event) => {
            tell(names, event.target.value)
            setOutcome(undefined)
          }}
          onKeyDown={(event) => {
            const { isComposing, keyCode } = event.nativeEvent
            const meaning = isConfirmKey({ key: event.key, isComposing, keyCode })
            // Never the form's: an Enter here would send it half filled in.
            if (meaning === 'confirm') event.preventDefault()
            if (meaning === 'confirm') confirm()
          }}
        />
        <Button onClick={confirm} className={styles.add}>
          <Icon name="plus" size={20} />
          {t('names.add')}
        </Button>
      </div>
      <output id={`${id}-told`} className={outcome?.kind === 'added' ? styles.hidden : styles.told}>
        {told}
      </output>
    </div>
  )

  function describe(last: AddNameResult | undefined): string {
    switch (last?.kind) {
      case 'added':
        return t('names.added', { count: names.length })
      case 'repeated':
        return t('names.repeated', { name: last.name })
      case 'too_long':
        return t('names.tooLong', { max: last.max })
      default:
        return typed.trim() === '' ? '' : t('names.unconfirmed')
    }
  }
}

/** The confirmed names; each can be removed. */
function NameList({ names, onRemove }: { names: readonly string[]; onRemove: (name: string) => void }) {
  const { t } = useTranslation('forms')
  return (
    <ul className={styles.list}>
      {names.map((name) => (
        <li key={name} className={styles.name}>
          <span>{name}</span>
          <IconButton
            icon="close"
            look="weak"
            label={t('names.remove', { name })}
            onClick={() => onRemove(name)}
          />
        </li>
      ))}
    </ul>
  )
}

/** The names of the list, and the one that is being typed. */
function readNames(value: unknown): { names: readonly string[]; typed: string } {
  const list = withoutUnfinished(value)
  const begun = isUnfinished(value) ? value.$unfinished : ''
  return {
    names: Array.isArray(list) ? list.filter((name) => typeof name === 'string') : [],
    typed: typeof begun === 'string' ? begun : '',
  }
}
