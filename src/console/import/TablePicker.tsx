import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { importRules } from '#contract/file-kinds.ts'
import {
  checkFile,
  type FileRejection,
  toAcceptAttribute,
  formatKinds,
  toMegabytes,
} from '#platform/uploads/file-rules.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import styles from './TablePicker.module.css'

/** Lets the user choose or drop a table file. Other files are rejected before the upload. */
export function TablePicker({
  label,
  variant,
  isLarge = false,
  children,
  onChoose,
}: {
  label: string
  variant: 'filled' | 'quiet'
  /** Shows a drop zone with text; otherwise a button. */
  isLarge?: boolean
  children?: ReactNode
  onChoose: (file: File) => void
}) {
  const { t } = useTranslation('console-import')
  const [problem, setProblem] = useState<FileRejection>()
  const id = useId()
  const handleFile = (file: File | undefined) => {
    if (!file) return
    const rejection = checkFile(file, importRules)
    const problems = { type: 'type', tooLarge: 'tooLarge', empty: 'empty' } as const
    setProblem(rejection && problems[rejection])
    if (!rejection) onChoose(file)
  }
  return (
    <div className={styles.picker} data-large={isLarge || undefined}>
      <span className={styles.dropZone}>
        {isLarge && (
          <span id={`${id}facts`} className={styles.facts}>
            {children}
          </span>
        )}
        <span className={buttonClass(variant)}>
          <Icon name="upload" size={20} /> {label}
        </span>
        <input
          type="file"
          className={styles.input}
          aria-label={label}
          aria-describedby={`${isLarge ? `${id}facts ` : ''}${id}problem`}
          accept={toAcceptAttribute(importRules)}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            handleFile(file)
            // Choosing the same file again must fire a change event.
            target.value = ''
          }}
        />
      </span>
      <p id={`${id}problem`} role="alert" className={styles.problem}>
        {problem && t(`file.${problem}`, { kinds: formatKinds(importRules), max: toMegabytes(importRules) })}
      </p>
    </div>
  )
}
