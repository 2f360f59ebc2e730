import type { ChangeEvent, Ref } from 'react'
import type { FileRules } from '#contract/file-kinds.ts'
import { toAcceptAttribute } from '#platform/uploads/file-rules.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import styles from './FilePicker.module.css'

/** A button over the browser's file input. The same file can be chosen again. */
export function FilePicker({
  ref,
  label,
  name,
  describedBy,
  rules,
  isFirst,
  onChoose,
}: {
  ref: Ref<HTMLInputElement>
  label: string
  /** Name of the material kind, for screen readers. */
  name: string
  describedBy: string
  rules: FileRules
  /** True when there is no file yet: this is the next step. */
  isFirst: boolean
  onChoose: (file: File) => void
}) {
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    event.target.value = ''
    if (file) onChoose(file)
  }
  return (
    <span className={`${buttonClass('quiet')} ${styles.picker}`}>
      <Icon name={isFirst ? 'plus' : 'file'} size={20} /> {label}
      <input
        ref={ref}
        type="file"
        className={styles.input}
        aria-label={`${label}: ${name}`}
        aria-describedby={describedBy}
        accept={toAcceptAttribute(rules)}
        onChange={handleChange}
      />
    </span>
  )
}
