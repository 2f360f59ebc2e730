import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fileKinds, findFileKind, type FileRules } from '#contract/file-kinds.ts'
import { isPlainObject } from '#contract/form/form-shape.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import type { ControlProps } from './FieldFrame.tsx'
import { isSelectedFile } from './selected-file.ts'
import styles from './FileControl.module.css'

const megabyte = 1024 * 1024

/**
 * Field control for a file. Says which types and sizes are allowed before the choice, and why a file is not accepted
 * after it.
 */
export function FileControl({ id, field, value, onChange, aria }: ControlProps) {
  const { t } = useTranslation('forms')
  // Only fields for files have rules, so the type of all form fields lacks them.
  const rules = (field as { accept?: FileRules }).accept
  const [error, setError] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const factsId = useId()
  const name = getFileName(value)
  const kinds = rules?.kinds.map((kind) => kind.toUpperCase()).join(', ') ?? ''
  const maxMegabytes = Math.floor((rules?.maxBytes ?? 0) / megabyte)
  const pick = (file: File | undefined) => {
    if (!file || !rules) return
    const kind = findFileKind(file.name)
    if (!kind || !rules.kinds.includes(kind)) return setError(t('file.kind', { kinds }))
    if (file.size > rules.maxBytes) return setError(t('file.size', { max: maxMegabytes }))
    setError('')
    onChange({ file, name: file.name })
  }
  return (
    <div className={styles.file}>
      <p id={factsId} className={styles.facts}>
        {t('file.facts', { kinds, max: maxMegabytes })}
      </p>
      {name && (
        <p className={styles.name}>
          <Icon name="file" size={20} />
          <span>{name}</span>
        </p>
      )}
      <div className={styles.actions}>
        <label className={`${buttonClass('quiet')} ${styles.choose}`}>
          <Icon name="plus" size={20} />
          {name ? t('file.replace') : t('file.choose')}
          <input
            ref={input}
            id={id}
            type="file"
            accept={rules?.kinds.map((kind) => fileKinds[kind].mediaType).join(',')}
            {...aria}
            aria-describedby={[factsId, aria['aria-describedby'], error && `${id}-fault`]
              .filter(Boolean)
              .join(' ')}
            onChange={(event) => {
              pick(event.target.files?.[0])
              // Choosing the same file again must fire `change`, too.
              event.target.value = ''
            }}
          />
        </label>
        {name && (
          <Button onClick={() => onChange(null)}>
            <Icon name="trash" size={20} />
            {t('file.remove')}
          </Button>
        )}
      </div>
      <p id={`${id}-fault`} role="alert" className={styles.error}>
        {error}
      </p>
    </div>
  )
}

/** Returns the name of a selected file or of a file on the server; undefined without a file. */
function getFileName(value: unknown): string | undefined {
  if (isSelectedFile(value)) return value.name
  return isPlainObject(value) && typeof value['name'] === 'string' ? value['name'] : undefined
}
