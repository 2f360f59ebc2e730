import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { importRules } from '#contract/file-kinds.ts'
import { checkFile, type FileRejection } from '#lib/uploads/check-file.ts'
import { toAcceptAttribute, formatKinds, toMegabytes } from '#lib/uploads/file-rules.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import styles from './TablePicker.module.css'

/** Takes a table: by the device's own picker, or dropped on it. What is no table is said before any of it is sent. */
export function TablePicker({
  label,
  look,
  isLarge = false,
  children,
  onChoose,
}: {
  label: string
  look: 'filled' | 'quiet'
  /** A place of its own to drop on, with words in it; else a button. */
  isLarge?: boolean
  children?: ReactNode
  onChoose: (file: File) => void
}) {
  const { t } = useTranslation('console-import')
  const [problem, setProblem] = useState<FileRejection>()
  const id = useId()
  const take = (file: File | undefined) => {
    if (!file) return
    const found = checkFile(file, importRules)
    const words = { type: 'type', tooLarge: 'tooLarge', empty: 'empty' } as const
    setProblem(found && words[found])
    if (!found) onChoose(file)
  }
  return (
    <div className={styles.picker} data-large={isLarge || undefined}>
      <span className={styles.place}>
        {isLarge && (
          <span id={`${id}facts`} className={styles.facts}>
            {children}
          </span>
        )}
        <span className={buttonClass(look)}>
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
            take(file)
            // The same file again must be told of, too.
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
