import { useId, useState, type ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'
import styles from './VersionChoice.module.css'

/** Which value of a field: what the user typed on this device, or the server's. */
type Side = 'mine' | 'theirs'

/** Both values of a field that differs between device and server. */
export interface FieldVersions {
  /** Key of the field. */
  key: string
  label: ReactNode
  mine: ReactNode
  theirs: ReactNode
}

/** Shows both values of each field and lets the user choose one per field. */
export function VersionChoice({
  id,
  labels,
  versions,
  isBusy = false,
  note,
  onChosen,
}: {
  /** Id of the section, to link to it. */
  id?: string
  labels: Readonly<Record<'title' | 'text' | 'allMine' | 'allTheirs' | Side | 'save', string>>
  versions: readonly FieldVersions[]
  isBusy?: boolean
  /** Shown above the button: why the choice was not accepted. */
  note?: ReactNode
  /** Called by the button. @param ownFields keys of the fields that keep the user's value */
  onChosen: (ownFields: readonly string[]) => void
}) {
  const name = useId()
  /** The chosen side by field key. */
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({})
  const keys = versions.map(({ key }) => key)
  const isDecided = keys.every((key) => sides[key])
  const chooseAll = (side: Side) => setSides(Object.fromEntries(keys.map((key) => [key, side])))
  return (
    <section id={id} tabIndex={-1} className={styles.conflict} aria-label={labels.title}>
      <h2 className={styles.title}>{labels.title}</h2>
      <p className={styles.text}>{labels.text}</p>
      {versions.length > 1 && (
        <div className={styles.all}>
          <Button onClick={() => chooseAll('mine')}>{labels.allMine}</Button>
          <Button onClick={() => chooseAll('theirs')}>{labels.allTheirs}</Button>
        </div>
      )}
      {versions.map(({ key, label, ...values }) => (
        <fieldset key={key} className={styles.field}>
          <legend className={styles.label}>{label}</legend>
          {(['mine', 'theirs'] as const).map((side) => (
            <label key={side} className={styles.side}>
              <span className={styles.choice}>
                <input
                  type="radio"
                  name={`${name} ${key}`}
                  checked={sides[key] === side}
                  onChange={() => setSides({ ...sides, [key]: side })}
                />
                {labels[side]}
              </span>
              <span className={styles.value}>{values[side]}</span>
            </label>
          ))}
        </fieldset>
      ))}
      {note}
      <div className={styles.foot}>
        <Button
          variant="filled"
          disabled={!isDecided}
          busy={isBusy}
          onClick={() => onChosen(keys.filter((key) => sides[key] === 'mine'))}
        >
          {labels.save}
        </Button>
      </div>
    </section>
  )
}
